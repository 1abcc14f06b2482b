import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sandboxControls, type SandboxControls } from '../../server/test/sandbox-controls.ts';
import { patienceMs, until } from '../../server/test/until.ts';
import {
  createBucket,
  createCustomer,
  type Customer,
  deleteBucket,
  password,
  payForBucket,
  read,
  send,
  uniqueEmail,
} from '../support/customer.ts';
import { adminTest, customerTest, expect } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import { singlePhoto } from '../support/sample-photos.ts';

customerTest(
  'an administrator turns two-step sign-in on, and signs in with it',
  async ({ page, product, administrator, customer }) => {
    await promote(product, administrator, customer);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
    const form = page.getByRole('form', { name: 'Turn on two-step sign-in' });
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Continue' }).click();
    const key = await form.locator('code').innerText();
    await form.getByLabel('Code of the app').fill(codeOfApp(key));
    await form.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('10 recovery codes left.')).toBeVisible();

    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto('/login');
    await page.getByLabel('Email').fill(customer.user.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const field = page.getByLabel('Code', { exact: true });
    await expect(field).toBeVisible();
    await field.fill(codeOfApp(key, 40));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This code is not right')).toBeVisible();
    await field.fill(codeOfApp(key, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/dashboard');
  },
);

customerTest(
  'a customer sees where they are signed in, ends one session, and then all others',
  async ({ page, product, customer }) => {
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
    for (let count = 0; count < 2; count += 1)
      await fetch(`${product.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': phone },
        body: JSON.stringify({ email: customer.user.email, password }),
      });
    await page.goto('/profile');
    const own = page.getByText('This browser', { exact: true });
    const others = page.getByRole('button', { name: /^Sign out: Safari, iPhone/ });
    await expect(own).toBeVisible();
    await expect(others).toHaveCount(2);
    await others.first().click();
    await expect(page.getByText('This session is ended')).toBeVisible();
    await expect(others).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByText('You are signed out everywhere else')).toBeVisible();
    await expect(others).toHaveCount(0);
    await expect(own).toHaveCount(1);
    await read(product, customer, '/api/auth/me');
  },
);

adminTest(
  'an administrator finds users, gives and takes the role, and signs somebody out',
  async ({ page, product }) => {
    const colleague = await createCustomer(product, 'Bela Kiss');
    await send(product, 'POST', '/api/auth/register', { name: 'Nora New', email: uniqueEmail('Nora New'), password });
    await openTab(page, 'users');
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Manage ${name}` }).click();
      await page.getByRole('button', { name: action }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    };
    await expect(rowOf('Nora New')).toContainText('Never');
    await act('Nora New', 'Make administrator');
    await expect(page.getByText('The email address of this user has not been verified yet.')).toBeVisible();

    await page.getByLabel('Name or email').fill('BELA');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(rowOf('Nora New')).toBeHidden();
    const admits = async () => {
      const headers = { authorization: `Bearer ${colleague.token}` };
      return (await fetch(`${product.url}/api/admin/users`, { headers })).status;
    };
    expect(await admits()).toBe(403);
    await act('Bela Kiss', 'Make administrator');
    await expect(page.getByText('Bela Kiss is an administrator now')).toBeVisible();
    expect(await admits()).toBe(200);
    await act('Bela Kiss', 'Take the administrator’s rights');
    await expect(page.getByText('Bela Kiss is no administrator any more')).toBeVisible();
    expect(await admits()).toBe(403);
    await act('Bela Kiss', 'Sign out everywhere');
    await expect(page.getByText('Bela Kiss is signed out everywhere')).toBeVisible();
    expect(await admits()).toBe(401);
  },
);

adminTest(
  'the lists of worker runs and errors show background work',
  async ({ page, product, administrator, customer }) => {
    const prepare = (effect: string) =>
      createBucket(product, customer, [{ path: singlePhoto, theme: 'Single person', effect }]);
    const bucketId = await prepare('Smile');
    await deleteBucket(product, customer, await prepare('Wink'));
    const sandbox = await checkoutSandbox(product);
    await sandbox.fault({ route: 'POST /v1/checkout/sessions', action: 'drop', times: 100 });
    await expect(payForBucket(product, customer, bucketId)).rejects.toThrow(/create-checkout-session: 503/);
    await sandbox.clearFaults();

    await untilRecorded(product, administrator, 'file-removal');
    await openTab(page, 'workers');
    await expect(page.getByRole('img', { name: /Items processed: [1-9]/ })).toBeVisible();
    const history = page.getByRole('table', { name: 'History' });
    await expect(history.getByRole('row', { name: /Deletion of files/ }).first()).toBeVisible();
    const tasks = page.getByRole('table', { name: 'Tasks' });
    await expect(tasks.getByRole('row', { name: /Deletion of files/ })).not.toContainText('Never');
    await expect(page.getByRole('row', { name: /Open payment pages/ })).toContainText(/[1-9]/);

    await openTab(page, 'errors');
    await expect(page.getByRole('cell', { name: /No payment session/ }).first()).toBeVisible();
    await page.getByLabel('Words in the message').fill('nothing like this');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('No error matches.')).toBeVisible();
    await page.goto('/admin?tab=errors&module=payment&search=SESSION');
    await expect(page.getByRole('cell', { name: /No payment session/ }).first()).toBeVisible();
    await expect(page.getByLabel('Module')).toHaveValue('payment');
  },
);

async function openTab(page: Page, name: string): Promise<void> {
  await page.goto(`/admin?tab=${name}`);
  await expect(page.getByRole('table').first()).toBeVisible();
}

/** Gives a user the role of an administrator. */
async function promote(product: Product, administrator: Customer, { user }: Customer): Promise<void> {
  const { data } = (await read(product, administrator, `/api/admin/users?search=${user.email}`)) as {
    data: { id: string }[];
  };
  await send(product, 'PUT', `/api/admin/users/${data[0]?.id}/role`, { role: 'Admin' }, administrator);
}

/** The test controls of the payment provider, whose key the product keeps in its folder. */
async function checkoutSandbox({ checkoutUrl, dataDir }: Product): Promise<SandboxControls> {
  const kept = JSON.parse(await readFile(join(dataDir, 'sandbox/settings.json'), 'utf8')) as { secretKey: string };
  return sandboxControls(new URL(checkoutUrl).origin, kept.secretKey);
}

async function untilRecorded(product: Product, administrator: Customer, taskType: string): Promise<void> {
  const runs = async () =>
    ((await read(product, administrator, '/api/admin/worker-stats')) as { history: { taskType: string }[] }).history;
  await until(
    async () => (await runs()).some((run) => run.taskType === taskType),
    patienceMs,
    () => `no run of ${taskType}`,
  );
}

/**
 * The code that an authenticator app would show for a key, `steps` periods of 30 s from now.
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
function codeOfApp(typedKey: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', fromBase32(typedKey.replaceAll(' ', '')))
    .update(counter)
    .digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0x0f) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

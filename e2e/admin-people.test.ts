import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../server/test/harness.ts';
import { codeOfApp } from './authenticator.ts';
import { adminEmail as email, startAdministration } from './admin.ts';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, createSet, type Customer } from './customer.ts';
import { obstacles, overhang } from './obstacles.ts';

const photo = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample1.jpg');
const password = 'three blue teacups';
/** A payment provider that nobody reaches: what is asked of it ends in the list of errors. */
const nobody = {
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};

const { product, browser, ...signedIn } = await startAdministration(nobody);
let { admin } = signedIn;

test('an administrator turns two-step sign-in on, and signs in with it', () =>
  withPage(browser, async (page, faults) => {
    await arriveSignedIn(page, product, admin);
    await page.goto(`${product.url}/profile`);
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
    const form = page.getByRole('form', { name: 'Turn on two-step sign-in' });
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Continue' }).click();
    const key = await form.locator('code').innerText();
    await isInNobodysWay(page, 'the key for the app');
    await form.getByLabel('Code of the app').fill(codeOfApp(key));
    await form.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    assert.equal(await codes.count(), 10);
    await isInNobodysWay(page, 'the recovery codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();

    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto(`${product.url}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const field = page.getByLabel('Code', { exact: true });
    await field.waitFor();
    await isInNobodysWay(page, 'the second step');
    await field.fill(codeOfApp(key, 40));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This code is not right').waitFor();
    await field.fill(codeOfApp(key, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
    admin = { ...admin, token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '' };
    assert.deepEqual(faults, []);
  }));

test('customers see nothing of it', () =>
  withPage(browser, async (page) => {
    await arriveSignedIn(page, product, await createCustomer(product, 'Rosa Lind'));
    await page.goto(`${product.url}/profile`);
    await page.getByRole('heading', { name: 'Delete account' }).waitFor();
    assert.equal(await page.getByText('Two-step sign-in').count(), 0);
  }));

test('a customer sees where they are signed in, ends one session, and then all others', () =>
  withPage(browser, async (page, faults) => {
    const customer = await createCustomer(product, 'Mira Sol');
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
    for (let count = 0; count < 2; count += 1)
      await fetch(`${product.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': phone },
        body: JSON.stringify({ email: customer.user.email, password }),
      });
    await arriveSignedIn(page, product, customer);
    await page.goto(`${product.url}/profile`);
    const own = page.getByText('This browser', { exact: true });
    const others = page.getByRole('button', { name: /^Sign out: Safari, iPhone/ });
    await own.waitFor();
    assert.equal(await others.count(), 2);
    await isInNobodysWay(page, 'sessions');
    await others.first().click();
    await page.getByText('This session is ended').waitFor();
    await others.nth(1).waitFor({ state: 'detached' });
    assert.equal(await others.count(), 1);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('You are signed out everywhere else').waitFor();
    await others.waitFor({ state: 'detached' });
    assert.equal(await own.count(), 1);
    assert.equal((await call('GET', '/api/auth/me', undefined, customer)).status, 200);
    assert.deepEqual(faults, []);
  }));

test('an administrator finds users, gives and takes the role, and signs somebody out', () =>
  withPage(browser, async (page, faults) => {
    const colleague = await createCustomer(product, 'Bela Kiss');
    await call('POST', '/api/auth/register', { name: 'Nora New', email: 'nora@example.com', password });
    await openTab(page, 'users');
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Manage ${name}` }).click();
      await page.getByRole('button', { name: action }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    };
    assert.match(await rowOf('Nora New').innerText(), /Never/);
    await isInNobodysWay(page, 'users');
    await act('Nora New', 'Make administrator');
    await page.getByText('The email address of this user has not been verified yet.').waitFor();

    await page.getByLabel('Name or email').fill('BELA');
    await page.getByRole('button', { name: 'Search' }).click();
    await rowOf('Nora New').waitFor({ state: 'detached' });
    const admits = async () => (await call('GET', '/api/admin/users', undefined, colleague)).status;
    assert.equal(await admits(), 403);
    await act('Bela Kiss', 'Make administrator');
    await page.getByText('Bela Kiss is an administrator now').waitFor();
    assert.equal(await admits(), 200);
    await act('Bela Kiss', 'Take the administrator’s rights');
    await page.getByText('Bela Kiss is no administrator any more').waitFor();
    assert.equal(await admits(), 403);
    await act('Bela Kiss', 'Sign out everywhere');
    await page.getByText('Bela Kiss is signed out everywhere').waitFor();
    assert.equal(await admits(), 401);
    assert.deepEqual(faults, []);
  }));

test('workers and errors show what happened by itself', () =>
  withPage(browser, async (page, faults) => {
    const customer = await createCustomer(product, 'Vera Doe');
    const bucketId = await createSet(product, customer, [{ path: photo, theme: 'Single person', effect: 'Smile' }]);
    const gone = await createSet(product, customer, [{ path: photo, theme: 'Single person', effect: 'Wink' }]);
    await call('DELETE', `/api/buckets/${gone}`, undefined, customer);
    const invoiceData = {
      partnerName: 'Vera Doe',
      partnerAddress: 'Main street 1',
      partnerCity: 'Town',
      partnerPostCode: '1011',
    };
    const consents = { guidelines: true, finalSale: true, language: 'en', textVersion: '2026-11-20' };
    const order = { bucketId, invoiceData, consents };
    assert.equal((await call('POST', '/api/payment/create-checkout-session', order, customer)).status, 503);

    await untilRecorded('file-removal');
    await openTab(page, 'workers');
    await page.getByRole('img', { name: /Items processed: [1-9]/ }).waitFor();
    const history = page.getByRole('table', { name: 'History' });
    await history
      .getByRole('row', { name: /Deletion of files/ })
      .first()
      .waitFor();
    const tasks = page.getByRole('table', { name: 'Tasks' });
    assert.doesNotMatch(await tasks.getByRole('row', { name: /Deletion of files/ }).innerText(), /Never/);
    assert.match(await page.getByRole('row', { name: /Open payment pages/ }).innerText(), /1/);
    await isInNobodysWay(page, 'workers');

    await openTab(page, 'errors');
    await page.getByRole('cell', { name: /No payment session/ }).waitFor();
    await isInNobodysWay(page, 'errors');
    await page.getByLabel('Words in the message').fill('nothing like this');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No error matches.').waitFor();
    await page.goto(`${product.url}/admin?tab=errors&module=payment&search=SESSION`);
    await page.getByRole('cell', { name: /No payment session/ }).waitFor();
    assert.equal(await page.getByLabel('Module').inputValue(), 'payment');
    assert.deepEqual(faults, []);
  }));

async function openTab(page: Page, name: string): Promise<void> {
  if (page.url() === 'about:blank') await arriveSignedIn(page, product, admin);
  await page.goto(`${product.url}/admin?tab=${name}`);
  await page.getByRole('table').first().waitFor();
}

async function isInNobodysWay(page: Page, what: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual([what, width, await obstacles(page)], [what, width, { light: [], dark: [] }]);
  }
  assert.ok((await overhang(page, 320)) <= 0, `${what} stands out at 320 pixels`);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function untilRecorded(taskType: string): Promise<void> {
  const runs = async () => {
    const { body } = await call('GET', '/api/admin/worker-stats', undefined, admin);
    return (body as { history: { taskType: string }[] }).history;
  };
  await until(
    async () => (await runs()).some((run) => run.taskType === taskType),
    30_000,
    () => `no run of ${taskType}`,
  );
}

async function call(
  method: string,
  path: string,
  body?: object,
  as?: Customer,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(product.url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${as.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

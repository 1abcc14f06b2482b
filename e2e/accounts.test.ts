import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, linkInMail } from './customer.ts';
import { startInBrowser } from './in-browser.ts';
import { obstacles } from './obstacles.ts';

const { product, browser } = await startInBrowser();
const password = 'three blue teacups';
const newPassword = 'an orchard after rain';

describe('a new account', () => {
  test('names every mistake, keeps what was typed, and is told to look for a mail', () =>
    watched(async (page) => {
      await open(page, '/register');
      await page.getByRole('button', { name: 'Create account' }).click();
      assert.deepEqual(await mistakes(page), [
        'Name: This field is required',
        'Email: This field is required',
        'Password: This field is required',
        'Confirm password: This field is required',
        'You must accept the Terms and Conditions',
      ]);
      assert.match(await page.title(), /^Error: /);
      await page.getByLabel('Name').fill('Ilse Brandt');
      await page.getByLabel('Email').fill('ilse@example.com');
      await page.getByLabel('Password', { exact: true }).fill('qwertyuiop');
      await page.getByLabel('Confirm password').fill('qwertyuio');
      await page.getByLabel('I accept the Terms and Conditions.').check();
      assert.deepEqual(await mistakes(page), ['Confirm password: Passwords do not match']);
      await page.getByLabel('Confirm password').fill('qwertyuiop');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Password: This password is too common.').waitFor();
      await page.getByRole('link', { name: /This password is too common/ }).click();
      assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'password');
      assert.equal(await page.getByLabel('Email').inputValue(), 'ilse@example.com');
      for (const label of ['Password', 'Confirm password'])
        await page.getByLabel(label, { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Registration successful! Please check your email to verify your account.').waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
    }));

  test('signs in only once its address is verified, by a mail that can be asked for again', () =>
    watched(async (page) => {
      const email = 'vera@example.com';
      await register(email);
      await open(page, '/login');
      await signIn(page, email, password);
      await page.getByText('Your email address has not been verified. Please verify your email to continue.').waitFor();
      await isClear(page);
      await page.getByRole('button', { name: 'Resend verification email' }).click();
      await page.getByText('Verification email sent successfully. Please check your inbox.').waitFor();
      const link = await linkInMail(product, email, '/verify-email');
      await open(page, `/verify-email?${new URLSearchParams({ ...link })}`);
      await page.getByRole('heading', { name: 'Your email is verified' }).waitFor();
      await page.getByRole('link', { name: 'Continue now' }).waitFor();
      assert.equal(new URL(page.url()).search, '', 'the token leaves the address');
      await page.waitForURL('**/login', { timeout: 10_000 });
      await page.getByText('Thank you. You can sign in now.').waitFor();
      await signIn(page, email, password);
      await page.getByRole('heading', { name: 'Memory Gallery' }).waitFor();
    }));

  test('is not told that its link is no good where the server cannot say', () =>
    watched(async (page) => {
      await register('walter@example.com');
      const link = await linkInMail(product, 'walter@example.com', '/verify-email');
      let refused = 0;
      await page.route('**/api/auth/verify-email*', (route) => (refused++ === 0 ? route.abort() : route.continue()));
      await open(page, `/verify-email?${new URLSearchParams({ ...link })}`);
      await page.getByText('The server could not be reached.').waitFor();
      await isClear(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Your email is verified' }).waitFor();
    }));

  for (const query of ['', '?token=abc', `?token=${'A'.repeat(43)}&userId=0199aa00-0000-7000-8000-000000000001`]) {
    test(`is told that a link with “${query.slice(0, 12)}” is no good`, () =>
      watched(async (page) => {
        await open(page, `/verify-email${query}`);
        await page
          .getByText(
            'The verification link is invalid or has expired. Please try logging in or request a new verification email.',
          )
          .waitFor();
        await isClear(page);
        await page.getByRole('link', { name: 'Back to login' }).click();
        await page.waitForURL('**/login');
      }));
  }
});

test('a wrong password or an unknown address gets one same answer, and what was typed stays', () =>
  watched(async (page) => {
    const { user } = await createCustomer(product, 'Nora Stein');
    for (const email of [user.email, 'nobody@example.com']) {
      await open(page, '/login');
      await signIn(page, email, 'not the right one');
      assert.deepEqual(await mistakes(page), ['Login failed']);
      assert.equal(await page.getByLabel('Email').inputValue(), email);
    }
  }));

test('a forgotten password is set anew by the link of a mail, once', () =>
  watched(async (page) => {
    const { user } = await createCustomer(product, 'Otto Lang');
    await open(page, '/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send reset link' }).click();
    assert.deepEqual(await mistakes(page), ['Email: This field is required']);
    await page.getByLabel('Email').fill(user.email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await isClear(page);

    const link = `/reset-password?${new URLSearchParams({ ...(await linkInMail(product, user.email, '/reset-password')) })}`;
    await open(page, link);
    await page.getByRole('link', { name: 'Request a new link' }).waitFor();
    await page.getByLabel('New password').fill(newPassword);
    await page.getByLabel('Confirm password').fill('something else');
    await page.getByRole('button', { name: 'Set new password' }).click();
    assert.deepEqual(await mistakes(page), ['Confirm password: Passwords do not match.']);
    await isClear(page);
    await page.getByLabel('Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await page.getByRole('link', { name: 'Continue now' }).waitFor();
    await page.waitForURL('**/login', { timeout: 10_000 });
    await signIn(page, user.email, newPassword);
    await page.getByRole('heading', { name: 'Memory Gallery' }).waitFor();

    await open(page, link);
    for (const label of ['New password', 'Confirm password']) await page.getByLabel(label).fill(newPassword);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.getByText('This password reset link is invalid or has expired.').waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.waitForURL('**/forgot-password');
  }));

describe('the profile', () => {
  test('takes another name, language and password, each with its own answer', () =>
    watched(async (page) => {
      const customer = await createCustomer(product, 'Rosa Lind');
      await arriveSignedIn(page, product, customer);
      await open(page, '/profile');
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save name' }).click();
      assert.deepEqual(await mistakes(page), ['Name: This field is required']);
      await page.getByLabel('Name', { exact: true }).fill('Rosa Linden');
      await page.getByRole('button', { name: 'Save name' }).click();
      await page.getByText('Name updated successfully').waitFor();

      await page.getByLabel('Language').last().selectOption('de');
      await page.getByRole('button', { name: 'Save preferences' }).click();
      await page.getByText('Die Einstellungen wurden geändert').waitFor();
      await page.getByLabel('Sprache').last().selectOption('en');
      await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
      await page.getByText('Preferences updated successfully').waitFor();

      await page.getByLabel('Current password').fill('not this one');
      await page.getByLabel('New password', { exact: true }).fill(newPassword);
      await page.getByLabel('Confirm new password').fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
      assert.deepEqual(await mistakes(page), ['Confirm new password: New passwords do not match']);
      await page.getByLabel('Confirm new password').fill(newPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
      const wrong = page.getByRole('link', { name: 'Current password: This password is not correct.' });
      await wrong.click();
      assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'currentPassword');
      await isClear(page);
      await page.getByLabel('Current password').fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Password updated successfully').waitFor();
      assert.equal(await page.getByLabel('Current password').inputValue(), '');
    }));

  test('deletes the account after its password, and not before', () =>
    watched(async (page) => {
      const customer = await createCustomer(product, 'Paul Grün');
      await arriveSignedIn(page, product, customer);
      await open(page, '/profile');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await isClear(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      assert.deepEqual(await mistakes(page), ['Password: This field is required']);
      await dialog.getByLabel('Password', { exact: true }).fill('not this one');
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await dialog.getByRole('link', { name: 'Password: This password is not correct.' }).waitFor();
      await dialog.getByLabel('Password', { exact: true }).fill(password);
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await page.getByText('Your account and everything in it has been deleted.').waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
      await open(page, '/login');
      await signIn(page, customer.user.email, password);
      assert.deepEqual(await mistakes(page), ['Login failed']);
    }));
});

function watched(work: (page: Page) => Promise<void>): Promise<void> {
  return withPage(
    browser,
    async (page, faults) => {
      await work(page);
      assert.deepEqual(
        faults.filter((fault) => !fault.includes('net::ERR_FAILED')),
        [],
      );
    },
    { width: 390 },
  );
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function isClear(page: Page): Promise<void> {
  assert.deepEqual(await obstacles(page), { light: [], dark: [] });
}

/** What the error summary lists, once it is there. */
async function mistakes(page: Page): Promise<string[]> {
  const summary = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'There is a problem' }) });
  await summary.waitFor();
  return summary.getByRole('listitem').allInnerTexts();
}

async function signIn(page: Page, email: string, typed: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** An account whose address is not verified yet. */
async function register(email: string): Promise<void> {
  const response = await fetch(`${product.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Vera Roth', email, password }),
  });
  assert.equal(response.status, 201);
}

import type { Page } from '@playwright/test';
import { linkInMail, password, send, uniqueEmail } from '../support/customer.ts';
import { customerTest, expect, test } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';

const newPassword = 'an orchard after rain';

test.use({ viewport: { width: 390, height: 900 } });

test.describe('a new account', () => {
  test('signs in only after its address is verified by a mail, which can be requested again', async ({
    page,
    product,
  }) => {
    const email = await register(product, 'Vera Roth');
    await open(page, '/login');
    await signIn(page, email, password);
    await expect(
      page.getByText('Your email address has not been verified. Please verify your email to continue.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(page.getByText('Verification email sent successfully. Please check your inbox.')).toBeVisible();
    await open(page, await mailedPath(product, email, '/verify-email'));
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Thank you. You can sign in now.')).toBeVisible();
    await signIn(page, email, password);
    await expect(page.getByRole('heading', { name: 'Memory Gallery' })).toBeVisible();
  });
});

test('a forgotten password is reset once by the link of a mail', async ({ page, product, customer }) => {
  const { email } = customer.user;
  await open(page, '/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expectMistakes(page, ['Email: This field is required']);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();

  const link = await mailedPath(product, email, '/reset-password');
  await open(page, link);
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill('something else');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expectMistakes(page, ['Confirm password: Passwords do not match.']);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, email, newPassword);
  await expect(page.getByRole('heading', { name: 'Memory Gallery' })).toBeVisible();

  await open(page, link);
  for (const label of ['New password', 'Confirm password']) await page.getByLabel(label).fill(newPassword);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This password reset link is invalid or has expired.')).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

customerTest.describe('the profile', () => {
  customerTest('changes name, language and password, each with its own confirmation', async ({ page }) => {
    await open(page, '/profile');
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expectMistakes(page, ['Name: This field is required']);
    await page.getByLabel('Name', { exact: true }).fill('Rosa Linden');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Name updated successfully')).toBeVisible();

    await page.getByLabel('Language').last().selectOption('de');
    await page.getByRole('button', { name: 'Save preferences' }).click();
    await expect(page.getByText('Die Einstellungen wurden geändert')).toBeVisible();
    await page.getByLabel('Sprache').last().selectOption('en');
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
    await expect(page.getByText('Preferences updated successfully')).toBeVisible();

    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectMistakes(page, ['Confirm new password: New passwords do not match']);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Current password: This password is not correct.' }).click();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password updated successfully')).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveValue('');
  });

  customerTest('deletes the account only with the right password', async ({ page, customer }) => {
    await open(page, '/profile');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expectMistakes(page, ['Password: This field is required']);
    await dialog.getByLabel('Password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByRole('link', { name: 'Password: This password is not correct.' })).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('Your account and everything in it has been deleted.')).toBeVisible();
    await expect(page).toHaveURL('/');
    await open(page, '/login');
    await signIn(page, customer.user.email, password);
    await expectMistakes(page, ['Login failed']);
  });
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The entries of the error summary. */
async function expectMistakes(page: Page, mistakes: string[]): Promise<void> {
  const summary = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'There is a problem' }) });
  await expect(summary.getByRole('listitem')).toHaveText(mistakes);
}

async function signIn(page: Page, email: string, typed: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Registers an account with an unverified address. @returns the address */
async function register(product: Product, name: string): Promise<string> {
  const email = uniqueEmail(name);
  await send(product, 'POST', '/api/auth/register', { name, email, password });
  return email;
}

/** The path of the link in the newest mail. */
async function mailedPath(product: Product, email: string, pathname: string): Promise<string> {
  return `${pathname}?${new URLSearchParams({ ...(await linkInMail(product, email, pathname)) })}`;
}

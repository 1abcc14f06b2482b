import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

interface NewCustomer {
  name: string;
  email: string;
  password: string;
}

/** Fills in and sends the form for registering, which is open. */
export async function register(page: Page, customer: NewCustomer): Promise<void> {
  await page.getByLabel('Name').fill(customer.name);
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByLabel('Confirm password').fill(customer.password);
  await page.getByLabel('I accept the Terms and Conditions.').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(
    page.getByText('Registration successful! Please check your email to verify your account.'),
  ).toBeVisible();
}

/** Opens the newest mail to an address with this subject in the mailbox and follows its first link to the site. */
export async function followMail(page: Page, product: Product, to: string, subject: RegExp): Promise<void> {
  const { url, mailboxUrl } = product;
  const mail = page.getByRole('link', { name: subject }).first();
  await expect(async () => {
    await page.goto(`${mailboxUrl}?to=${encodeURIComponent(to)}`);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await mail.click();
  const link = page.locator(`a[href^="${url}/"]:not([href*="/dev/mail"])`).first();
  await page.goto((await link.getAttribute('href')) ?? '');
}

export async function signIn(page: Page, customer: NewCustomer): Promise<void> {
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

import type { Page } from '@playwright/test';
import { linkInMail, password, uniqueEmail } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { press, tabTo, typeInto } from '../support/keyboard.ts';
import { singlePhoto } from '../support/sample-photos.ts';

const customer = { name: 'Rosa Lind', email: '', password };

test('a film can be ordered and paid for by keyboard alone, from the landing page to the success page', async ({
  page,
  product,
}) => {
  customer.email = uniqueEmail(customer.name);
  await page.goto('/');
  await press(page, page.getByRole('button', { name: 'Accept' }));
  await press(page, page.getByRole('link', { name: 'Get Started' }));
  await register(page);
  const { token, userId } = await linkInMail(product, customer.email, '/verify-email');
  await page.goto(`/verify-email?token=${token}&userId=${userId}`);
  await press(page, page.getByRole('link', { name: 'Continue now' }));
  await signIn(page);
  await choosePhoto(page);
  await fillInvoice(page);
  await page.waitForURL(`${product.checkoutUrl}/**`);
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
});

async function register(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await typeInto(page, page.getByLabel('Name'), customer.name);
  await typeInto(page, page.getByLabel('Email'), customer.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), customer.password);
  await typeInto(page, page.getByLabel('Confirm password'), customer.password);
  await press(page, page.getByLabel('I accept the Terms and Conditions.'), 'Space');
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByText('Registration successful!').first()).toBeVisible();
}

async function signIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await typeInto(page, page.getByLabel('Email'), customer.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), customer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Memory Gallery', level: 1 })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Create New Memory' }));
}

async function choosePhoto(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your photos and their effects' })).toBeVisible();
  // The listener must be there before the dialog opens.
  const opened = page.waitForEvent('filechooser');
  await tabTo(page, page.getByLabel('Choose photos'));
  await page.keyboard.press('Enter');
  const chooser = await opened;
  await chooser.setFiles([singlePhoto]);
  const theme = page.getByLabel('Who is in the photo?');
  await tabTo(page, theme);
  await page.keyboard.type('Single');
  await press(page, page.getByRole('button', { name: 'Smile', exact: true }), 'Space');
  await press(page, page.getByLabel('My photos meet the photo guidelines.'), 'Space');
  await press(page, page.getByLabel(/I agree that the purchase is final/), 'Space');
  await press(page, page.getByRole('button', { name: 'Continue' }));
}

async function fillInvoice(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Invoice details' })).toBeVisible();
  await typeInto(page, page.getByLabel('Name or company'), customer.name);
  await typeInto(page, page.getByLabel('Street and number'), 'Lime Street 5');
  await typeInto(page, page.getByLabel('Post code'), '1010');
  await typeInto(page, page.getByLabel('City'), 'Vienna');
  await tabTo(page, page.getByLabel('Country'));
  await page.keyboard.type('Austria');
  await press(page, page.getByRole('button', { name: 'Continue to payment' }));
}

async function pay(page: Page): Promise<void> {
  await typeInto(page, page.getByLabel('Card number'), '4242424242424242');
  await typeInto(page, page.getByLabel('Expiry (MM/YY)'), '1234');
  await typeInto(page, page.getByLabel('CVC'), '123');
  await typeInto(page, page.getByLabel('Name on card'), customer.name);
  await press(page, page.getByRole('button', { name: 'Pay', exact: true }));
}

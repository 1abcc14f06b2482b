import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { consentTextVersion } from '@keepsake/contract/payment';
import type { Page } from 'playwright-core';
import type { Product } from './product.ts';

/** Where the product is. */
type Site = Pick<Product, 'url'>;

export interface Customer {
  token: string;
  user: { name: string; email: string; role: string };
}

export interface OrderedPhoto {
  path: string;
  /** English names of the theme and of the effect. */
  theme: string;
  effect: string;
  versions?: number;
}

/** Registers, follows the link in the mail and signs in, without a browser. */
export async function createCustomer(product: Site, name: string): Promise<Customer> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`;
  const password = 'three blue teacups';
  await send(product, 'POST', '/api/auth/register', { name, email, password });
  const { token, userId } = await linkInMail(product, email, '/verify-email');
  await send(product, 'GET', `/api/auth/verify-email?token=${token}&userId=${userId}`);
  return (await send(product, 'POST', '/api/auth/login', { email, password })) as Customer;
}

/** Uploads photos as one set, with their effects chosen. @returns the set's id */
export async function createSet(product: Site, customer: Customer, photos: OrderedPhoto[]): Promise<string> {
  const { prompts } = (await send(product, 'GET', '/api/content/prompts', undefined, customer)) as {
    prompts: Prompt[];
  };
  const form = new FormData();
  const entries = photos.map(({ theme, effect, versions = 1 }) => {
    const prompt = prompts.find(({ imageTheme, action }) => imageTheme.en === theme && action.en === effect);
    assert.ok(prompt, `no effect ${theme}: ${effect}`);
    return { actions: [{ promptId: prompt.id, variety: versions }] };
  });
  for (const { path } of photos) form.append('files', new Blob([await readFile(path)]), basename(path));
  form.append('contentEntries', JSON.stringify(entries));
  const { bucketId } = (await send(product, 'POST', '/api/content/upload', form, customer)) as { bucketId: string };
  return bucketId;
}

/** Pays for a set with a card that is good, and comes back. */
export async function payForSet(product: Site, customer: Customer, bucketId: string): Promise<void> {
  const invoiceData = {
    partnerName: customer.user.name,
    partnerAddress: 'Lime Street 5',
    partnerCity: 'Vienna',
    partnerPostCode: '1010',
    partnerCountry: 'AT',
  };
  const consents = { guidelines: true, finalSale: true, language: 'en', textVersion: consentTextVersion };
  const body = { bucketId, invoiceData, consents };
  const { url } = (await send(product, 'POST', '/api/payment/create-checkout-session', body, customer)) as {
    url: string;
  };
  const { name, email } = customer.user;
  const card = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name, email });
  const answer = await fetch(url, { method: 'POST', body: card, redirect: 'manual' });
  assert.equal(answer.status, 303, await answer.text());
}

export async function deleteSet(product: Site, customer: Customer, bucketId: string): Promise<void> {
  await send(product, 'DELETE', `/api/buckets/${bucketId}`, undefined, customer);
}

/** Asks for one thing of the API. */
export function read(product: Site, customer: Customer, path: string): Promise<unknown> {
  return send(product, 'GET', path, undefined, customer);
}

/** Lets a page start as this customer's browser: signed in, and the cookie banner answered. `by` is where it comes first. */
export async function arriveSignedIn(
  page: Page,
  product: Site,
  { token, user }: Customer,
  by = '/terms',
): Promise<void> {
  await page.goto(product.url + by);
  await page.evaluate(
    ([token, userData]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('userData', userData);
      localStorage.setItem('cookieConsent', 'accepted');
    },
    [token, JSON.stringify({ name: user.name, role: user.role })] as const,
  );
}

export async function chooseLanguage(product: Site, customer: Customer, language: string): Promise<void> {
  await send(product, 'PUT', '/api/auth/language', { defaultLanguage: language }, customer);
}

/** The administrator of ADMIN_EMAIL, who sets a password by the mailed link. */
export async function signInAdmin(product: Site, email: string): Promise<Customer> {
  const newPassword = 'three blue teacups';
  const { token, userId } = await linkInMail(product, email, '/reset-password');
  await send(product, 'POST', '/api/auth/reset-password', { token, userId, newPassword });
  return (await send(product, 'POST', '/api/auth/login', { email, password: newPassword })) as Customer;
}

/** Gives a discount on whole orders from so many photos on, in percent. */
export async function setPackageDiscount(
  product: Site,
  admin: Customer,
  packageDiscounts: Record<string, number>,
): Promise<void> {
  const { data } = (await send(product, 'GET', '/api/pricing')) as { data: object };
  await send(product, 'POST', '/api/pricing/admin', { ...data, packageDiscounts }, admin);
}

interface Prompt {
  id: string;
  imageTheme: { en: string };
  action: { en: string };
}

/** What the link to a page carries, once the newest mail has one. */
export async function linkInMail(
  product: Site,
  email: string,
  pathname: string,
): Promise<{ token: string; userId: string }> {
  for (let tries = 0; tries < 150; tries++) {
    const { messages } = (await send(product, 'GET', `/dev/mail.json?to=${email}`)) as { messages: { id: string }[] };
    const [newest] = messages;
    if (newest) {
      const { links } = (await send(product, 'GET', `/dev/mail/${newest.id}.json`)) as { links: string[] };
      const link = links.find((one) => one.includes(pathname));
      const searchParams = link === undefined ? undefined : new URL(link).searchParams;
      if (searchParams) return { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
    }
    await wait(100);
  }
  throw new Error(`No mail for ${email} with a link to ${pathname}.`);
}

/** Asks for anything of the API. */
export async function send(
  product: Site,
  method: string,
  path: string,
  body?: object,
  customer?: Customer,
): Promise<unknown> {
  const isForm = body instanceof FormData;
  const response = await fetch(product.url + path, {
    method,
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(customer && { authorization: `Bearer ${customer.token}` }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

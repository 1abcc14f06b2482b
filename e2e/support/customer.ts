import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { consentTextVersion } from '@keepsake/contract/orders/payment';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { patienceMs, until } from '../../server/test/until.ts';
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
  films?: number;
}

export const password = 'three blue teacups';

/** How long the product may look at photos or make films while the machine does other things too: seconds where it does not. */
const longestWorkMs = 120_000;

/** Registers, follows the link in the mail and signs in, without a browser. */
export async function createCustomer(product: Site, name: string, email = uniqueEmail(name)): Promise<Customer> {
  await send(product, 'POST', '/api/auth/register', { name, email, password });
  const { token, userId } = await linkInMail(product, email, '/verify-email');
  await send(product, 'GET', `/api/auth/verify-email?token=${token}&userId=${userId}`);
  return (await send(product, 'POST', '/api/auth/login', { email, password })) as Customer;
}

/** A unique address. */
export function uniqueEmail(name: string): string {
  return plainEmail(`${name} `).replace('@', `${randomBytes(4).toString('hex')}@`);
}

/** A readable address, for screenshots. */
function plainEmail(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`;
}

/** Uploads photos as one set, with their effects chosen. @returns the set's id */
export async function createBucket(product: Site, customer: Customer, photos: OrderedPhoto[]): Promise<string> {
  const { prompts } = (await send(product, 'GET', '/api/content/prompts', undefined, customer)) as {
    prompts: Prompt[];
  };
  const form = new FormData();
  const entries = photos.map(({ theme, effect, films = 1 }) => {
    const prompt = prompts.find(({ imageTheme, action }) => imageTheme.en === theme && action.en === effect);
    assert.ok(prompt, `no effect ${theme}: ${effect}`);
    return { actions: [{ promptId: prompt.id, variety: films }] };
  });
  for (const { path } of photos) form.append('files', new Blob([await readFile(path)]), basename(path));
  form.append('contentEntries', JSON.stringify(entries));
  const { bucketId } = (await send(product, 'POST', '/api/content/upload', form, customer)) as { bucketId: string };
  return bucketId;
}

/** Waits until the photos of a set were looked at. */
async function untilPhotosSeen(product: Site, customer: Customer, bucketId: string): Promise<SeenPhotos> {
  let seen: SeenPhotos = { checks: [], unseen: [], waiting: 1 };
  await until(
    async () => {
      seen = (await read(product, customer, `/api/buckets/${bucketId}/photo-checks`)) as SeenPhotos;
      return seen.waiting === 0;
    },
    longestWorkMs,
    () => `${seen.waiting} photos are not looked at`,
  );
  return seen;
}

/** Says yes to what films will show instead of their effects, once the photos of the set were looked at. */
export async function agreeToFilms(product: Site, customer: Customer, bucketId: string): Promise<void> {
  const seen = await untilPhotosSeen(product, customer, bucketId);
  const { bucket } = (await read(product, customer, `/api/buckets/${bucketId}`)) as {
    bucket: { Contents: { id: string; actions: { promptId: string }[] }[] };
  };
  const contents = bucket.Contents.map(({ id, actions }) => {
    const instead = [...seen.checks, ...seen.unseen].find(({ contentId }) => contentId === id)?.instead ?? {};
    return { id, actions: actions.map((action) => ({ ...action, agreedTo: instead[action.promptId] })) };
  });
  await send(product, 'POST', '/api/content/update-batch', { contents }, customer);
}

interface SeenPhotos {
  checks: { contentId: string; instead: Record<string, string> }[];
  /** Photos that could not be looked at. */
  unseen: { contentId: string; instead: Record<string, string> }[];
  waiting: number;
}

/** Pays for a set with a valid card, whatever its films will show. */
export async function payForBucket(product: Site, customer: Customer, bucketId: string): Promise<void> {
  await agreeToFilms(product, customer, bucketId);
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

export async function deleteBucket(product: Site, customer: Customer, bucketId: string): Promise<void> {
  await send(product, 'DELETE', `/api/buckets/${bucketId}`, undefined, customer);
}

/** Reads one resource of the API; asks again while the service is busy, as the pages do. */
export async function read(product: Site, customer: Customer, path: string): Promise<unknown> {
  const ask = () => request(product, 'GET', path, undefined, customer);
  let response = await ask();
  await until(
    async () => response.status !== 503 || (response = await ask()).status !== 503,
    patienceMs,
    () => `GET ${path} is answered 503`,
  );
  return contentOf(response, `GET ${path}`);
}

/** Who is signed in on a page. */
export function customerOf(page: Page): Promise<Customer> {
  return page.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    user: JSON.parse(localStorage.getItem('userData') ?? '{}') as Customer['user'],
  }));
}

/** Waits until the photos of the newest set of whoever is signed in on a page were looked at. @returns the set's id */
export async function untilOwnPhotosSeen(page: Page, product: Site): Promise<string> {
  const customer = await customerOf(page);
  const { buckets } = (await read(product, customer, '/api/content/my?page=1&limit=1')) as {
    buckets: { id: string }[];
  };
  const [bucket] = buckets;
  assert.ok(bucket, 'there is no set');
  await untilPhotosSeen(product, customer, bucket.id);
  return bucket.id;
}

/** Storage state of a signed-in customer: the session, and that cookies were accepted. */
export function signedInState(
  { url }: Site,
  customer: Customer,
  more: Record<string, string> = {},
): Exclude<BrowserContextOptions['storageState'], string | undefined> {
  const localStorage = Object.entries({ ...sessionOf(customer), ...more }).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}

/** Signs an open page in. `by` is the path it is opened at for that. */
export async function storeSession(page: Page, { url }: Site, customer: Customer, by = '/terms'): Promise<void> {
  await page.goto(url + by);
  await page.evaluate((session) => {
    for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
  }, sessionOf(customer));
}

function sessionOf({ token, user }: Customer): Record<string, string> {
  const userData = JSON.stringify({ name: user.name, role: user.role });
  return { token, userData, cookieConsent: 'accepted' };
}

export async function chooseLanguage(product: Site, customer: Customer, language: string): Promise<void> {
  await send(product, 'PUT', '/api/auth/language', { defaultLanguage: language }, customer);
}

/** The administrator of ADMIN_EMAIL, who sets a password by the mailed link. */
export async function signInAdmin(product: Site, email: string): Promise<Customer> {
  const { token, userId } = await linkInMail(product, email, '/reset-password');
  await send(product, 'POST', '/api/auth/reset-password', { token, userId, newPassword: password });
  return (await send(product, 'POST', '/api/auth/login', { email, password })) as Customer;
}

interface Prompt {
  id: string;
  imageTheme: { en: string };
  action: { en: string };
}

/** Waits for a link to a page in the newest mail to an address. @returns its parameters */
export async function linkInMail(
  product: Site,
  email: string,
  pathname: string,
): Promise<{ token: string; userId: string }> {
  let link: string | undefined;
  await until(
    async () => {
      const { messages } = (await send(product, 'GET', `/dev/mail.json?to=${email}`)) as { messages: { id: string }[] };
      const [newest] = messages;
      if (!newest) return false;
      const { links } = (await send(product, 'GET', `/dev/mail/${newest.id}.json`)) as { links: string[] };
      link = links.find((one) => one.includes(pathname));
      return link !== undefined;
    },
    patienceMs,
    () => `there is no mail for ${email} with a link to ${pathname}`,
  );
  const { searchParams } = new URL(link ?? '');
  return { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
}

/** Sends any request of the API. */
export async function send(
  product: Site,
  method: string,
  path: string,
  body?: object,
  customer?: Customer,
): Promise<unknown> {
  return contentOf(await request(product, method, path, body, customer), `${method} ${path}`);
}

function request(product: Site, method: string, path: string, body?: object, customer?: Customer): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(product.url + path, {
    method,
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(customer && { authorization: `Bearer ${customer.token}` }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function contentOf(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  assert.ok(response.ok, `${what}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Waits until every film of a bucket is made. */
export async function untilFilmsMade(product: Product, customer: Customer, bucketId: string): Promise<void> {
  const states = async () => {
    const { bucket } = (await read(product, customer, `/api/buckets/${bucketId}`)) as {
      bucket: { Contents: { status: string }[] };
    };
    return bucket.Contents.map(({ status }) => status);
  };
  await until(
    async () => (await states()).every((status) => status === 'done'),
    longestWorkMs,
    async () => `the photos are ${(await states()).join(', ')}`,
  );
}

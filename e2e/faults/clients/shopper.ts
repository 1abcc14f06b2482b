import { randomUUID } from 'node:crypto';
import { persistently, Refused } from '../persistently.ts';
import { patienceMs, until } from '../../../server/test/until.ts';
import { type Customer, type Order, photoFile } from './order.ts';
import { ask, send } from './http.ts';
import type { World } from '../world/world.ts';

/** Password of every user. */
export const password = 'three blue teacups';
const card = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name: 'Ada Kovács', email: 'a@example.com' };
const invoiceData = {
  partnerName: 'Kovács Ada',
  partnerAddress: 'Fő utca 1.',
  partnerCity: 'Budapest',
  partnerPostCode: '1011',
};
const consents = { guidelines: true, finalSale: true, language: 'en', textVersion: '2026-11-20' };

/** Registers, follows the link in the mail and signs in. */
export async function register(world: World, name: string): Promise<Customer> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
  await send(world, 'POST', '/api/auth/register', { body: { name, email, password } });
  const { token, userId } = await linkInMail(world, email, '/verify-email');
  await send(world, 'GET', `/api/auth/verify-email?token=${token}&userId=${userId}`);
  return signIn(world, email);
}

export async function signIn(world: World, email: string): Promise<Customer> {
  const { token, user } = (await send(world, 'POST', '/api/auth/login', { body: { email, password } })) as {
    token: string;
    user: { name: string };
  };
  return { name: user.name, email, token };
}

/**
 * Prepares an order up to the payment: uploads photos, chooses effects and films. Retries failures, as people do.
 * @param options.photos the photos instead of new ones, at least one for each element of `films`
 */
export async function prepareOrder(
  world: World,
  customer: Customer,
  films: number[][],
  { timeoutMs = patienceMs, photos = [] }: { timeoutMs?: number; photos?: Blob[] } = {},
): Promise<Order> {
  const form = new FormData();
  for (const at of films.keys()) form.append('files', photos[at] ?? (await photoFile()), `photo-${at}.jpg`);
  const uploaded = await persistently(
    async () => (await send(world, 'POST', '/api/content/upload', { customer, body: form })) as Uploaded,
    timeoutMs,
  );
  return chooseEffects(world, customer, uploaded, films);
}

export interface Uploaded {
  bucketId: string;
  content: { id: string }[];
}

/** Chooses effects and the number of films for every photo, and records the order in the world's `book`. */
export async function chooseEffects(
  world: World,
  customer: Customer,
  { bucketId, content }: Uploaded,
  films: number[][],
): Promise<Order> {
  const promptIds = await effects(world, customer);
  const contents = content.map(({ id }, at) => ({
    id,
    actions: (films[at] ?? []).map((variety, effect) => ({ promptId: promptIds[effect], variety })),
  }));
  await persistently(() => send(world, 'POST', '/api/content/update-batch', { customer, body: { contents } }));
  const order: Order = {
    customer,
    bucketId,
    photoIds: content.map(({ id }) => id),
    films,
    madeAt: Date.now(),
    expected: 'unpaid',
    failing: 0,
    payments: 0,
  };
  world.book.push(order);
  return order;
}

/** Requests the payment page once. @throws Refused */
export async function askToPay(world: World, { customer, bucketId }: Order): Promise<string> {
  const body = { bucketId, invoiceData, consents };
  const { url } = (await send(world, 'POST', '/api/payment/create-checkout-session', { customer, body })) as {
    url: string;
  };
  return url;
}

/** Submits a valid card to a payment page. @returns the status: 303 leads back to the shop */
export async function payPage(pageUrl: string): Promise<number> {
  const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

/** Requests the payment page, with retries, and pays. */
export async function payOrder(world: World, order: Order, { timeoutMs = patienceMs } = {}): Promise<void> {
  const page = await persistently(() => askToPay(world, order), timeoutMs);
  order.expected = 'delivered';
  order.payments = 1;
  const status = await payPage(page);
  if (status !== 303) throw new Error(`The payment page answered ${status}`);
}

export interface FinishedFilm {
  filmId: string;
  sha256: string;
  url: string;
}

export interface ShownOrder {
  status: string;
  films: { id: string; state: string; failureCode: string | null }[];
  finished: FinishedFilm[];
  photoUrls: string[];
}

/**
 * The set as its customer sees it; undefined if it or the customer does not exist. Scenarios move the clock past the
 * expiry of sessions: then the customer signs in again.
 */
export async function lookAt(world: World, { customer, bucketId }: Order): Promise<ShownOrder | undefined> {
  try {
    const { status } = await ask(world, 'GET', '/api/auth/me', { customer });
    if (status === 401) Object.assign(customer, await signIn(world, customer.email));
    const { bucket } = (await send(world, 'GET', `/api/buckets/${bucketId}`, { customer })) as { bucket: ShownBucket };
    return {
      status: bucket.status,
      films: bucket.Contents.flatMap(({ versions }) => versions),
      finished: bucket.Contents.flatMap(({ ProcessedContents }) =>
        ProcessedContents.map(({ id, url, metadata }) => ({ filmId: id, url, sha256: metadata.sha256 })),
      ),
      photoUrls: bucket.Contents.map(({ photoUrl }) => photoUrl),
    };
  } catch (error) {
    if (error instanceof Refused && (error.status === 404 || error.status === 401)) return undefined;
    throw error;
  }
}

interface ShownBucket {
  status: string;
  Contents: {
    photoUrl: string;
    versions: ShownOrder['films'];
    ProcessedContents: { id: string; url: string; metadata: { sha256: string } }[];
  }[];
}

/** Waits for the newest mail with a link to this page. */
export async function linkInMail(
  world: World,
  email: string,
  page: string,
  since = 0,
): Promise<{ token: string; userId: string }> {
  let link: URL | undefined;
  await until(
    async () => {
      const texts = (await world.mail.mails(email)).filter(({ at }) => at >= since).map(({ text }) => text);
      const address = texts
        .flatMap((text) => text.split(/\s/))
        .findLast((word) => word.startsWith('http') && new URL(word).pathname === page);
      link = address === undefined ? undefined : new URL(address);
      return link !== undefined;
    },
    patienceMs,
    () => `no mail with ${page} for ${email}`,
  );
  return { token: link?.searchParams.get('token') ?? '', userId: link?.searchParams.get('userId') ?? '' };
}

const knownEffects = new WeakMap<World, Promise<string[]>>();

function effects(world: World, customer: Customer): Promise<string[]> {
  const known = knownEffects.get(world) ?? loadEffects(world, customer);
  knownEffects.set(world, known);
  return known;
}

async function loadEffects(world: World, customer: Customer): Promise<string[]> {
  const { prompts } = (await persistently(() => send(world, 'GET', '/api/content/prompts', { customer }))) as {
    prompts: { id: string }[];
  };
  return prompts.map(({ id }) => id);
}

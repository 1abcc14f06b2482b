// Fills a running fresh instance with a demo account, two orders with finished films and an unpaid set.
// `npm run demo` (the address is PUBLIC_URL, or localhost with PORT, as for `npm start`)
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createCustomer,
  createBucket,
  payForBucket,
  read,
  type Customer,
  type OrderedPhoto,
} from '../e2e/support/customer.ts';
import { agedPrint, prints } from '../art/src/prints/aged-print.ts';

const url = (process.env['PUBLIC_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`).replace(/\/+$/, '');
const name = 'Demo Customer';
const theme = 'Single person';
const folder = await mkdtemp(join(tmpdir(), 'keepsake-demo-'));

try {
  await fetch(`${url}/readyz`).catch(() => {
    throw new Error(
      `Nothing answers at ${url}: start the product first (npm start), or say where it is with PORT or PUBLIC_URL.`,
    );
  });
  const customer = await createCustomer({ url }, name).catch((error: Error) => {
    throw new Error(
      `The demo account could not be made; the demo wants a fresh instance with its own mailbox. ${error.message}`,
    );
  });
  const [grandmother, mother, grandfather] = await Promise.all(
    (['grandmother', 'mother', 'grandfather'] as const).map(async (sitter) => {
      const path = join(folder, `${sitter}.jpg`);
      await writeFile(path, await agedPrint(prints[sitter]));
      return path;
    }),
  );
  const paid = [
    await order(customer, [
      { path: grandmother ?? '', theme, effect: 'Smile', films: 2 },
      { path: mother ?? '', theme, effect: 'Wink' },
    ]),
    await order(customer, [{ path: grandfather ?? '', theme, effect: 'Nod' }]),
  ];
  await createBucket({ url }, customer, [{ path: mother ?? '', theme, effect: 'Turn the head' }]);
  for (const bucketId of paid) await untilDone(customer, bucketId);
  process.stdout.write(`\nSign in at ${url}/login as ${customer.user.email} with the password "three blue teacups".\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Orders a set and pays for it with a test card. @returns the set's id */
async function order(customer: Customer, photos: OrderedPhoto[]): Promise<string> {
  const bucketId = await createBucket({ url }, customer, photos);
  await payForBucket({ url }, customer, bucketId).catch((error: Error) => {
    throw new Error(`The demo pays at the sandbox only, and that did not work: ${error.message}`);
  });
  return bucketId;
}

async function untilDone(customer: Customer, bucketId: string): Promise<void> {
  for (;;) {
    const { bucket } = (await read({ url }, customer, `/api/buckets/${bucketId}`)) as {
      bucket: { Contents: { status: string }[] };
    };
    const states = bucket.Contents.map(({ status }) => status);
    if (states.every((state) => state === 'done')) return;
    if (states.includes('failed'))
      throw new Error(`A film of the set ${bucketId} could not be made; /api/admin/errors says why.`);
    process.stdout.write('.');
    await delay(1000);
  }
}

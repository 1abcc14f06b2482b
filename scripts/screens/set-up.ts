import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createCustomer,
  createBucket,
  payForBucket,
  read,
  send,
  signInAdmin,
  type Customer,
} from '../../e2e/support/customer.ts';
import type { Product } from '../../e2e/support/product.ts';
import { agedPrint, prints } from '../../art/src/prints/aged-print.ts';

const theme = 'Single person';

/**
 * A customer with a set of films and one that is not paid, another without anything, more who paid, and an administrator who recorded a
 * refund and compared the ledger. The photos are put into `folder`.
 */
export async function setUp(site: Product, { adminEmail, folder }: { adminEmail: string; folder: string }) {
  const develop = async (name: keyof typeof prints) => {
    const path = join(folder, `${name}.jpg`);
    await writeFile(path, await agedPrint(prints[name]));
    return path;
  };
  const [grandmother, mother, grandfather] = [
    await develop('grandmother'),
    await develop('mother'),
    await develop('grandfather'),
  ];
  const order = async (customer: Customer, photos: { path: string; effect: string; films?: number }[]) => {
    const bucketId = await createBucket(
      site,
      customer,
      photos.map((photo) => ({ theme, ...photo })),
    );
    await payForBucket(site, customer, bucketId);
    return bucketId;
  };
  const customer = await createCustomer(site, 'Rosa Lind');
  const newcomer = await createCustomer(site, 'Karl Berg');
  const admin = await signInAdmin(site, adminEmail);
  const paid = await order(customer, [
    { path: grandmother, effect: 'Smile' },
    { path: mother, effect: 'Wink', films: 2 },
  ]);
  const [ilse, marcel] = [await createCustomer(site, 'Ilse Brandt'), await createCustomer(site, 'Marcel Petit')];
  await order(ilse, [
    { path: grandfather, effect: 'Nod' },
    { path: mother, effect: 'Smile' },
  ]);
  const refunded = await order(marcel, [{ path: grandmother, effect: 'Turn the head' }]);
  await untilDone(site, customer, paid);
  await untilDone(site, marcel, refunded);
  await recordRefund(site, admin, refunded);
  const unpaid = await createBucket(site, customer, [{ path: grandfather, theme, effect: 'Nod' }]);
  return { site, customer, newcomer, admin, unpaid, refunded, photo: grandmother };
}

async function untilDone(site: Product, customer: Customer, bucketId: string): Promise<void> {
  const isDone = async () => {
    const { bucket } = (await read(site, customer, `/api/buckets/${bucketId}`)) as {
      bucket: { Contents: { status: string }[] };
    };
    return bucket.Contents.every(({ status }) => status === 'done');
  };
  for (const end = performance.now() + 180_000; !(await isDone()); await delay(500))
    if (performance.now() > end) throw new Error(`The films of ${bucketId} are not done after three minutes.`);
}

async function recordRefund(site: Product, admin: Customer, bucketId: string): Promise<void> {
  const { order } = (await read(site, admin, `/api/admin/orders/${bucketId}`)) as {
    order: { payments: { payment: string }[] };
  };
  const [paid] = order.payments;
  await send(
    site,
    'POST',
    `/api/admin/orders/${bucketId}/refunds`,
    { key: randomUUID(), payment: paid?.payment, amount: 2.5, note: 'Half of it, as agreed on the telephone.' },
    admin,
  );
}

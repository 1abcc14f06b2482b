import type { Page } from '@playwright/test';
import { until } from '../../server/test/until.ts';
import {
  createBucket,
  createCustomer,
  type Customer,
  payForBucket,
  read,
  signedInState,
  untilFilmsMade,
} from '../support/customer.ts';
import { adminEmail, adminTest as test, expect } from '../support/fixtures.ts';
import { fastForwardUntil } from '../support/page-clock.ts';
import type { Product } from '../support/product.ts';
import { singlePhoto } from '../support/sample-photos.ts';
import { chooseAction } from '../support/set-menu.ts';

const moderation = 'Frame moderation failed';

// A product of its own: the tests read the whole ledger and audit log.
test.use({ shop: 'money' });
// The tests build on each other: they share one order.
test.describe.configure({ mode: 'serial' });

let customer: Customer;
let bucketId: string;
test.beforeAll(async ({ product, administrator, videoService }) => {
  customer = await createCustomer(product, 'Rosa Lind');
  // The service refuses one film of two.
  await videoService.refuseFilms(moderation);
  bucketId = await createBucket(product, customer, [
    { path: singlePhoto, theme: 'Single person', effect: 'Smile', films: 2 },
  ]);
  await payForBucket(product, customer, bucketId);
  await untilFailed(product, administrator);
});

test('administrators see why a film is missing, retry it, and refund it, which the customer reads', async ({
  page,
  product,
  administrator,
  videoService,
  openPage,
}) => {
  await open(page, 'videos', 'Failed videos');
  const failed = page.getByRole('table', { name: /^Films of / });
  await expect(failed.getByText('The video service’s rules about content do not allow this film.')).toBeVisible();
  await expect(failed.getByText('1 request was sent')).toBeVisible();
  const small = await failed.getByRole('img').evaluate(async (photo: HTMLImageElement) => {
    await photo.decode();
    return photo.currentSrc;
  });
  expect(small).toMatch(/&w=320$/);
  await expect(failed.getByText(moderation).first()).toBeHidden();
  await failed.getByText('What was noted').click();
  await expect(failed.getByText(moderation).first()).toBeVisible();
  await expect(page.getByText('1 film was paid and is owed.')).toBeVisible();

  await videoService.refuseFilms(moderation);
  await page.getByRole('button', { name: 'Retry all' }).click();
  const question = page.getByRole('alertdialog', { name: 'Have all missing films made again?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('1 film is queued again.')).toBeVisible();
  await untilFailed(product, administrator);

  await open(page, 'videos', 'Failed videos');
  await page.getByRole('link', { name: 'Make good' }).click();
  await expect(page.getByRole('heading', { name: 'Order of Rosa Lind' })).toBeVisible();
  await expect(page.getByText('1 film of this order is owed.')).toBeVisible();

  await page.getByRole('button', { name: 'Record a refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Record a refund' });
  await refund.getByLabel('Amount in USD').fill('20');
  await refund.getByLabel('Note').fill('Bank transfer');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await expect(refund.getByText('This is more than is left of the payment.').first()).toBeVisible();
  await refund.getByLabel('Amount in USD').fill('1.99');
  await refund.getByRole('checkbox').uncheck();
  await refund.getByRole('button', { name: 'Record refund' }).dblclick();
  await expect(page.getByText('The refund is recorded')).toBeVisible();
  const entries = page.getByRole('table', { name: 'Entries' });
  await expect(entries.getByText('Refund recorded by an administrator')).toBeVisible();
  await expect(entries.getByText('Bank transfer')).toHaveCount(1);

  await page.getByRole('button', { name: 'Grant free films' }).click();
  const grant = page.getByRole('dialog', { name: 'Grant free films' });
  await grant.getByLabel('How many films').fill('99');
  await grant.getByLabel('Note').fill('With our apologies');
  await grant.getByRole('button', { name: 'Grant films' }).click();
  await expect(grant.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
  await grant.getByLabel('How many films').fill('1');
  await grant.getByRole('button', { name: 'Grant films' }).click();
  await expect(page.getByText('The films are being made')).toBeVisible();
  await expect(page.getByText('1 film of Smile')).toBeVisible();
  await expect(page.getByText('1 film of this order is owed.')).toBeHidden();
  await untilMade(product, 2);

  const theirs = await openPage({ storageState: signedInState(product, customer) });
  await theirs.goto('/dashboard');
  await chooseAction(theirs, /^History/);
  await expect(theirs.getByText('Refunded: $1.99.')).toBeVisible();
  await expect(
    theirs.getByText(/A further film, Smile 3 of .*, was given to you and is made free of charge\./),
  ).toBeVisible();
});

test('the ledger lists every entry, is filtered by its URL, and is compared with the payment provider', async ({
  page,
}) => {
  await open(page, 'ledger', 'Balance with the payment provider');
  await expect(page.getByText('Nothing has been compared yet.')).toBeVisible();
  const entries = page.getByRole('table', { name: 'Entries' });
  const kinds = entries.getByRole('row').locator('strong');
  await expect(kinds).toHaveText(['Films granted', 'Refund recorded by an administrator', 'Charge']);
  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Charge' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/kind=charge/);
  await expect(kinds).toHaveText(['Charge']);
  await page.goBack();
  await expect(entries.getByText('Films granted')).toBeVisible();

  const balance = page.getByRole('form', { name: 'Compare these days' });
  await balance.getByLabel('From (UTC)').fill('2026-01-01');
  await balance.getByLabel('To (UTC)').fill('2026-03-01');
  await balance.getByRole('button').click();
  await expect(balance.getByText('Please choose at most 31 days').first()).toBeVisible();
  await balance.getByLabel('To (UTC)').fill('2026-01-02');
  await balance.getByRole('button').click();
  await expect(page.getByText('The ledger and the payment provider agree')).toBeVisible();

  await entries.getByRole('link', { name: bucketId }).first().click();
  await expect(page.getByRole('heading', { name: 'Order of Rosa Lind' })).toBeVisible();
});

test('the audit log shows who changed what, filtered by its URL', async ({ page }) => {
  await open(page, 'audit', 'Audit log');
  const log = page.getByRole('table', { name: 'Changes of administrators' });
  await expect(log.getByText('Films granted')).toBeVisible();
  await expect(log.getByText('Refund recorded')).toBeVisible();
  await expect(log.getByText('All missing films retried')).toBeVisible();
  expect(await log.getByText(adminEmail).count()).toBeGreaterThanOrEqual(3);
  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Refund recorded' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/action=orders.record_refund/);
  await expect(log.getByText('Films granted')).toBeHidden();
  await log.getByText(/\d fields/).click();
  await expect(log.getByText('refunded', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await expect(log.getByText('Films granted')).toBeVisible();
  await page.goto('/admin?tab=audit&subject=nothing');
  await expect(page.getByText('No change fits this filter.')).toBeVisible();
});

test('“I paid and got nothing”: from the address to what failed, and to the film', async ({
  page,
  product,
  administrator,
  videoService,
}) => {
  const anna = await createCustomer(product, 'Anna Szalai');
  await videoService.refuseFilms(moderation);
  const films = { path: singlePhoto, theme: 'Single person', effect: 'Smile', films: 1 };
  const id = await createBucket(product, anna, [films]);
  await payForBucket(product, anna, id);
  await untilFailed(product, administrator);

  await page.clock.install();
  await page.goto('/admin?tab=users');
  await page.getByLabel('Name or email').fill(anna.user.email);
  await page.getByLabel('Name or email').press('Enter');
  await page.getByRole('link', { name: 'Anna Szalai' }).click();
  const orders = page.getByRole('table', { name: 'Orders' });
  await expect(orders.getByRole('row').nth(1)).toContainText('0 of 1');
  await orders.getByRole('link').click();
  await expect(page).toHaveURL(`/admin?tab=orders&order=${id}`);
  await expect(page.getByText('1 film could not be made')).toBeVisible();
  await expect(page.getByText('The video service’s rules about content do not allow this film.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Make them again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make them again' }).click();
  await expect(page.getByText('The films are queued again')).toBeVisible();
  await untilFilmsMade(product, anna, id);
  await fastForwardUntil(page, page.getByLabel(/^Smile 1, made from /));
  await expect(page.getByText(/^Film finished: Smile 1 of /)).toBeVisible();
  await expect(page.getByText(/: Missing films of an order retried\.$/)).toBeVisible();

  await open(page, '', 'Overview');
  const figure = (name: string) =>
    page
      .locator('dl > div', { has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .first();
  await expect(figure('Films delivered')).toHaveText('3');
  await expect(figure('Films still to be made')).toHaveText('0');
});

async function open(page: Page, tab: string, heading: string): Promise<void> {
  await page.goto(`/admin?tab=${tab}`);
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
}

async function untilFailed(product: Product, administrator: Customer): Promise<void> {
  const failed = async () => (await read(product, administrator, '/api/admin/failed-videos')) as { status: string }[];
  await until(
    async () => (await failed())[0]?.status === 'failed',
    120_000,
    () => 'no film has failed',
  );
}

/** Waits until that many films of the bucket are made. */
async function untilMade(product: Product, count: number): Promise<void> {
  const made = async () => {
    const { bucket } = (await read(product, customer, `/api/buckets/${bucketId}`)) as {
      bucket: { Contents: { ProcessedContents: object[] }[] };
    };
    return bucket.Contents.flatMap(({ ProcessedContents }) => ProcessedContents).length;
  };
  await until(
    async () => (await made()) >= count,
    120_000,
    () => 'the granted film is not made',
  );
}

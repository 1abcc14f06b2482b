import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { drawPhoto } from '../server/test/draw-photo.ts';
import { until } from '../server/test/harness.ts';
import { startTestVideoService } from '../server/test/video-service.ts';
import { adminEmail, startAdministration } from './admin.ts';
import { withPage } from './browser.ts';
import { arriveSignedIn, createCustomer, createSet, payForSet, read, type Customer } from './customer.ts';
import { obstacles, overhang } from './obstacles.ts';

const photo = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo/sample1.jpg');

const service = await startTestVideoService();
const { product, browser, admin } = await startAdministration({ ...service.settings, POLL_INTERVAL_MS: '300' });
let customer: Customer;
let bucketId: string;
before(async () => {
  customer = await createCustomer(product, 'Rosa Lind');
  // One film of two is refused, and so it is when it is asked for again.
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  bucketId = await createSet(product, customer, [
    { path: photo, theme: 'Single person', effect: 'Smile', versions: 2 },
  ]);
  await payForSet(product, customer, bucketId);
  await untilFailed();
});

test('administrators see why a film is missing, retry all, and make good for it, which the customer reads', () =>
  withPage(browser, async (page, faults) => {
    await open(page, 'videos', 'Failed videos');
    const failed = page.getByRole('table', { name: 'Failed videos' });
    await failed.getByText('The video service’s rules about content do not allow this film.').waitFor();
    await failed.getByText('1 request was sent').waitFor();
    const small = await failed.getByRole('img').evaluate(async (photo: HTMLImageElement) => {
      await photo.decode();
      return photo.currentSrc;
    });
    assert.match(small, /&w=320$/);
    assert.equal(await failed.getByText('Frame moderation failed').first().isVisible(), false);
    await failed.getByText('What was noted').click();
    await failed.getByText('Frame moderation failed').first().waitFor();
    await page.getByText('1 film was paid and is owed.').waitFor();
    await isClear(page);

    await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
    await page.getByRole('button', { name: 'Retry all' }).click();
    const question = page.getByRole('alertdialog', { name: 'Have all missing films made again?' });
    await question.waitFor();
    assert.deepEqual(await obstacles(page), { light: [], dark: [] });
    await question.getByRole('button', { name: 'Retry all' }).click();
    await page.getByText('1 film is queued again.').waitFor();
    await untilFailed();

    await open(page, 'videos', 'Failed videos');
    await page.getByRole('link', { name: 'Make good' }).click();
    await page.getByRole('heading', { name: 'Order', exact: true }).waitFor();
    await page.getByText('1 film of this order is owed.').waitFor();
    await isClear(page);

    await page.getByRole('button', { name: 'Record a refund' }).click();
    const refund = page.getByRole('dialog', { name: 'Record a refund' });
    await refund.getByLabel('Amount in USD').fill('20');
    await refund.getByLabel('Note').fill('Bank transfer');
    await refund.getByRole('button', { name: 'Record refund' }).click();
    await refund.getByText('This is more than is left of the payment.').first().waitFor();
    await isClear(page, [390]);
    await refund.getByLabel('Amount in USD').fill('1.99');
    await refund.getByRole('checkbox').uncheck();
    await refund.getByRole('button', { name: 'Record refund' }).dblclick();
    await page.getByText('The refund is recorded').waitFor();
    const entries = page.getByRole('table', { name: 'Entries' });
    await entries.getByText('Refund recorded by an administrator').waitFor();
    assert.equal(await entries.getByText('Bank transfer').count(), 1);

    await page.getByRole('button', { name: 'Grant free films' }).click();
    const grant = page.getByRole('dialog', { name: 'Grant free films' });
    await grant.getByLabel('How many films').fill('99');
    await grant.getByLabel('Note').fill('With our apologies');
    await grant.getByRole('button', { name: 'Grant films' }).click();
    await grant.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await isClear(page, [390]);
    await grant.getByLabel('How many films').fill('1');
    await grant.getByRole('button', { name: 'Grant films' }).click();
    await page.getByText('The films are being made').waitFor();
    await page.getByText('1 film of Smile').waitFor();
    assert.equal(await page.getByText('1 film of this order is owed.').count(), 0);
    await isClear(page, [390]);
    assert.deepEqual(faults, []);
    await untilMade(2);
  }));

test('the customer sees the granted film and reads of both in the set’s history', () =>
  withPage(browser, async (page, faults) => {
    await arriveSignedIn(page, product, customer);
    await page.goto(`${product.url}/dashboard`);
    await page.getByRole('button', { name: 'History' }).first().click();
    await page.getByText('Refunded: $1.99.').waitFor();
    await page.getByText(/A further film, Smile 3 of .*, was given to you and is made free of charge\./).waitFor();
    assert.deepEqual(faults, []);
  }));

test('the ledger lists every entry, is narrowed down by the address, and compares with the payment provider', () =>
  withPage(browser, async (page, faults) => {
    await open(page, 'ledger', 'Balance with the payment provider');
    await page.getByText('Nothing has been compared yet.').waitFor();
    const entries = page.getByRole('table', { name: 'Entries' });
    await entries.getByText('Films granted').waitFor();
    assert.deepEqual(await texts(entries.getByRole('row').locator('strong')), [
      'Films granted',
      'Refund recorded by an administrator',
      'Charge',
    ]);
    await isClear(page);
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Charge' });
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/kind=charge/);
    await entries.getByText('Films granted').waitFor({ state: 'detached' });
    assert.deepEqual(await texts(entries.getByRole('row').locator('strong')), ['Charge']);
    await page.goBack();
    await entries.getByText('Films granted').waitFor();

    const balance = page.getByRole('form', { name: 'Compare these days' });
    await balance.getByLabel('From (UTC)').fill('2026-01-01');
    await balance.getByLabel('To (UTC)').fill('2026-03-01');
    await balance.getByRole('button').click();
    await balance.getByText('Please choose at most 31 days').first().waitFor();
    await balance.getByLabel('To (UTC)').fill('2026-01-02');
    await balance.getByRole('button').click();
    await page.getByText('The ledger and the payment provider agree').waitFor();
    await isClear(page, [390]);

    await page.getByLabel('Id of a set').fill(bucketId);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('heading', { name: 'Order', exact: true }).waitFor();
    await page.getByRole('link', { name: 'All entries' }).click();
    await page.getByLabel('Id of a set').fill('00000000-0000-4000-8000-000000000000');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not found' }).waitFor();
    assert.deepEqual(faults, []);
  }));

test('the audit log tells who changed what, narrowed down by the address', () =>
  withPage(browser, async (page, faults) => {
    await open(page, 'audit', 'Audit log');
    const log = page.getByRole('table', { name: 'Changes of administrators' });
    await log.getByText('Films granted').waitFor();
    await log.getByText('Refund recorded').waitFor();
    await log.getByText('All missing films retried').waitFor();
    assert.ok((await log.getByText(adminEmail).count()) >= 3);
    await isClear(page);
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Refund recorded' });
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/action=orders.record_refund/);
    await log.getByText('Films granted').waitFor({ state: 'detached' });
    await log.getByText(/\d fields/).click();
    await log.getByText('refunded', { exact: true }).waitFor();
    await isClear(page, [390]);
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await log.getByText('Films granted').waitFor();
    await page.goto(`${product.url}/admin?tab=audit&subject=nothing`);
    await page.getByText('No change fits this filter.').waitFor();
    assert.deepEqual(faults, []);
  }));

test('what cannot be loaded says why, and lists are calm where there is nothing', () =>
  withPage(browser, async (page) => {
    const empty = { data: [], total: 0, actors: [] };
    await page.route('**/api/admin/audit?*', (route) => route.fulfill({ json: empty }));
    await page.route('**/api/admin/ledger?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal_error' } }),
    );
    await page.route('**/api/admin/failed-photos?*', (route) =>
      route.fulfill({ json: { data: [], total: 0, failedFilms: 0 } }),
    );
    await open(page, 'audit', 'Audit log');
    await page.getByText('Nothing has been changed yet.').waitFor();
    await open(page, 'ledger', 'Entries');
    await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
    await open(page, 'videos', 'Failed videos');
    await page.getByText('No film has failed.').waitFor();
  }));

test('failed and owed films are turned page by page, each list by itself and by the address', () =>
  withPage(browser, async (page, faults) => {
    await failTwenty();
    const listed = async (list: 'failed-photos' | 'owed-films', number: number) =>
      (
        (await read(product, admin, `/api/admin/${list}?page=${number}&limit=10`)) as {
          data: { id: string; owedAt: string }[];
        }
      ).data;
    await open(page, 'videos', 'Failed videos');
    const failed = page.getByRole('table', { name: 'Failed videos' });
    const owed = page.getByRole('table', { name: 'Owed films' });
    const pagesOf = (name: string) => page.getByRole('navigation', { name });
    const shows = async (number: number) => {
      const photos = await listed('failed-photos', number);
      for (const { id } of photos) await failed.getByRole('img', { name: id }).waitFor();
      assert.equal(await failed.getByRole('img').count(), photos.length);
    };
    const owes = async (number: number) => {
      const times = (await listed('owed-films', number)).map(({ owedAt }) => owedAt);
      await until(
        async () =>
          isDeepStrictEqual(
            await owed.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime'))),
            times,
          ),
        10_000,
        () => `page ${number} of the owed films does not show`,
      );
    };
    await pagesOf('Pages of the failed videos').getByRole('link', { name: 'Page 3' }).click();
    await shows(3);
    await owes(1);
    await pagesOf('Pages of the owed films').getByRole('link', { name: 'Next page' }).click();
    await owes(2);
    assert.ok((await page.evaluate(() => window.scrollY)) > 0, 'the page stays where the list is');
    await shows(3);
    await page.reload();
    await owes(2);
    await shows(3);
    await isClear(page);

    await page.goto(`${product.url}/admin?tab=videos&page=300`);
    await failed.getByText('Nothing is left on this page.').waitFor();
    await pagesOf('Pages of the failed videos').getByRole('link', { name: 'Page 3' }).click();
    await shows(3);
    assert.deepEqual(faults, []);
  }));

/** An order of twenty photos of which no film can be made. */
async function failTwenty(): Promise<void> {
  const photos = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      const path = join(product.dataDir, `photo-${number}.jpg`);
      await drawPhoto(600 + number, 600)
        .jpeg()
        .toFile(path);
      return { path, theme: 'Single person', effect: 'Smile' };
    }),
  );
  const before = await failedPhotos();
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed', times: photos.length });
  await payForSet(product, customer, await createSet(product, customer, photos));
  await until(
    async () => (await failedPhotos()) === before + photos.length,
    60_000,
    async () => `${(await failedPhotos()) - before} photos have failed`,
  );
}

async function failedPhotos(): Promise<number> {
  return ((await read(product, admin, '/api/admin/failed-photos?limit=10')) as { total: number }).total;
}

async function open(page: Page, tab: string, heading: string): Promise<void> {
  if (page.url() === 'about:blank') await arriveSignedIn(page, product, admin);
  await page.goto(`${product.url}/admin?tab=${tab}`);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
}

const shots = process.env['SCREENSHOTS'];
let shot = 0;

/** Nothing stands in anyone's way, light and dark, and nothing stands out at 320 pixels either. */
async function isClear(page: Page, widths = [1280, 390]): Promise<void> {
  shot += 1;
  for (const width of [...widths, 320]) {
    assert.ok((await overhang(page, width)) <= 0, `stands out at ${width} pixels`);
    if (width === 320) continue;
    assert.deepEqual(await obstacles(page), { light: [], dark: [] });
    if (!shots) continue;
    await page.screenshot({ path: join(shots, `${shot}-${width}-dark.png`), fullPage: true });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.screenshot({ path: join(shots, `${shot}-${width}-light.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

function texts(found: Locator): Promise<string[]> {
  return found.allInnerTexts();
}

async function untilFailed(): Promise<void> {
  const failed = async () =>
    (await read(product, admin, '/api/admin/failed-videos')) as { status: string; films: { state: string }[] }[];
  await until(
    async () => (await failed())[0]?.status === 'failed',
    30_000,
    () => 'no film has failed',
  );
}

/** Waits until so many films of the set are made. */
async function untilMade(count: number): Promise<void> {
  const made = async () => {
    const { bucket } = (await read(product, customer, `/api/buckets/${bucketId}`)) as {
      bucket: { Contents: { ProcessedContents: object[] }[] };
    };
    return bucket.Contents.flatMap(({ ProcessedContents }) => ProcessedContents).length;
  };
  await until(
    async () => (await made()) >= count,
    30_000,
    () => 'the granted film is not made',
  );
}

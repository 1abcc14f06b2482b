import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Bucket, Content } from '@keepsake/contract/content';
import type { Page } from 'playwright-core';
import { withCustomerPage } from './customer-page.ts';
import { createCustomer, createSet, type Customer, read } from './customer.ts';
import { startInBrowser } from './in-browser.ts';
import { obstacles, overhang } from './obstacles.ts';

/** Photographs with people, from a development dependency. */
const samples = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo');
const single = { path: join(samples, 'sample1.jpg'), theme: 'Single person', effect: 'Smile' };
const group = { path: join(samples, 'sample2.jpg'), theme: 'Couple or group', effect: 'Laugh together' };

const { product, browser } = await startInBrowser();

test('an empty gallery offers to add a memory and to read the photo guide', async () => {
  const customer = await createCustomer(product, 'Nora Stein');
  await onDashboard(customer, async (page) => {
    await page.getByRole('heading', { name: 'Your gallery is waiting for its first photo' }).waitFor();
    await page.getByRole('button', { name: 'Read the photo guide' }).click();
    const guide = page.getByRole('dialog', { name: 'Photo guide' });
    await guide.getByText(/Show the whole hand that is going to wave/).waitFor();
    await isClear(page);
    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add memory' }).click();
    await page.waitForURL('**/process');
  });
});

test('sets come five a page, and are deleted only once that is confirmed', async () => {
  const customer = await createCustomer(product, 'Rosa Lind');
  for (let sets = 0; sets < 6; sets++) await createSet(product, customer, [single]);
  await onDashboard(customer, async (page) => {
    const sets = page.getByRole('article');
    await sets.nth(4).waitFor();
    assert.equal(await sets.count(), 5);
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await page.waitForURL('**/dashboard?page=2');
    await page.waitForFunction(() => document.querySelectorAll('article').length === 1);

    const remove = page.getByRole('button', { name: /^Delete set of/ });
    const dialog = page.getByRole('alertdialog');
    await remove.click();
    await dialog.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Cancel');
    await isClear(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await setsOf(customer)).total, 6);
    await remove.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Set deleted').waitFor();
    await page.waitForURL((url) => url.search === '');
    await sets.nth(4).waitFor();
    assert.equal((await setsOf(customer)).total, 5);
  });
});

test('a photo that could not be deleted comes back, with a way to try again', async () => {
  const customer = await createCustomer(product, 'Otto Lang');
  await createSet(product, customer, [single, group]);
  await onDashboard(customer, async (page) => {
    const photo = page.getByRole('listitem', { name: 'sample2.jpg', exact: true });
    let asked = 0;
    await page.route('**/api/content/file/*', (route) => (asked++ === 0 ? route.abort() : route.continue()));
    await photo.getByRole('button', { name: 'Delete photo sample2.jpg' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The server could not be reached.').waitFor();
    await photo.waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Photo deleted').waitFor();
    assert.equal(await photo.count(), 0);
    const [set] = (await setsOf(customer)).buckets;
    assert.deepEqual(
      set?.Contents.map(({ originalName }) => originalName),
      ['sample1.jpg'],
    );
  });
});

describe('a photo on its way to being films', () => {
  /** What is shown of a photo in each state beside its picture. */
  const shown: Record<Content['status'], string[]> = {
    not_paid: ['Add to bucket', 'Not paid yet'],
    paid: ['Paid, starting soon', 'Queued'],
    processing: ['We are preparing your film…', 'Your films are being made', 'Creating for 3 minutes'],
    done: ['Your films are ready', 'Watch'],
    failed: ['A film could not be made', 'Not made', 'because of a fault on our side'],
    retry_pending: ['Being made again', 'Queued again'],
  };
  const stages = { not_paid: null, paid: 'queued', processing: 'creating', done: 'done', failed: 'failed' } as const;

  test('says in every state where it stands, and nothing stands in anyone’s way', async () => {
    const customer = await createCustomer(product, 'Ilse Brandt');
    const states = Object.keys(shown) as Content['status'][];
    await createSet(
      product,
      customer,
      states.map(() => single),
    );
    await onDashboard(
      customer,
      async (page) => {
        const tiles = page.getByRole('listitem', { name: 'sample1.jpg', exact: true });
        await tiles.nth(5).waitFor();
        for (const [index, status] of states.entries()) {
          const told = (await tiles.nth(index).textContent()) ?? '';
          for (const words of shown[status]) assert.ok(told.includes(words), `${status}: ${words} in ${told}`);
        }
        await tiles.first().getByText('Image could not be loaded').waitFor();
        // Tiles outside the window are not drawn, and keep the colours that they had.
        await page.setViewportSize({ width: 390, height: 4000 });
        await isClear(page);
        assert.ok((await overhang(page, 320)) <= 0, 'stands out at 320 pixels');
      },
      async (page) => {
        await rewriteSets(page, (set) => ({
          ...set,
          status: 'paid',
          Contents: set.Contents.map((content, index) => inState(content, states[index] ?? 'done', index === 0)),
        }));
        await page.route('**/api/content/batch-status', (route) => route.fulfill({ json: { statuses: {} } }));
      },
    );
  });

  test('is asked about two seconds after it appears, then every ten seconds, until it is finished', async () => {
    const customer = await createCustomer(product, 'Vera Roth');
    await createSet(product, customer, [single]);
    let asked = 0;
    let status: Content['status'] = 'processing';
    await onDashboard(
      customer,
      async (page) => {
        const seen = async (text: string) => {
          for (let tries = 0; !(await page.getByText(text).isVisible()); tries++) {
            assert.ok(tries < 500, text);
            await answersArrive(page);
          }
        };
        const after = async (ms: number, times: number) => {
          await page.clock.runFor(ms);
          const arrived = () => asked >= times;
          for (let tries = 0; tries < 5 || (!arrived() && tries < 50); tries++) await answersArrive(page);
          assert.equal(asked, times, `${ms} ms later`);
        };
        await seen('Your films are being made');
        await after(1_500, 0);
        await after(500, 1);
        await after(9_000, 1);
        await after(1_000, 2);
        status = 'done';
        await after(10_000, 3);
        await seen('Your films are ready');
        await after(60_000, 3);
      },
      async (page) => {
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 1_000);
        await rewriteSets(page, (set) => ({
          ...set,
          status: 'paid',
          Contents: set.Contents.map((content) => inState(content, status)),
        }));
        await page.route('**/api/content/batch-status', async (route) => {
          asked += 1;
          const { contentIds } = route.request().postDataJSON() as { contentIds: string[] };
          const statuses = contentIds.map((id) => [id, { status, processedVideos: [], versions: [] }]);
          await route.fulfill({ json: { statuses: Object.fromEntries(statuses) as object } });
        });
      },
    );
  });

  /** A photo as it is answered in a state, with one film that stands there. */
  function inState(content: Content, status: Content['status'], broken = false): Content {
    const state = status === 'retry_pending' ? status : stages[status];
    const promptId = content.PromptId ?? '';
    const action = { en: 'Smile' };
    const startedAt = new Date(Date.now() - 190_000).toISOString();
    const film = { id: content.id, promptId, number: 1 };
    const version = { ...film, action, failureCode: null, startedAt, doneAt: null };
    const made = {
      ...film,
      url: '/none.mp4',
      downloadUrl: '/none.mp4',
      posterUrl: null,
      shows: null,
      metadata: { bytes: 1, sha256: '', width: 4, height: 3, durationMs: 5000, createdAt: startedAt },
    };
    return {
      ...content,
      status,
      photoUrl: broken ? '/none.jpg' : content.photoUrl,
      versions: state === null ? [] : [{ ...version, state }],
      ProcessedContents: state === 'done' ? [made] : [],
    };
  }
});

interface Sets {
  buckets: Bucket[];
  pagination: { total: number };
}

async function setsOf(customer: Customer): Promise<Sets['pagination'] & Sets> {
  const sets = (await read(product, customer, '/api/content/my')) as Sets;
  return { ...sets, ...sets.pagination };
}

/** Lets answers come in while the page's clock stands, but for the moments in which the page handles them. */
async function answersArrive(page: Page): Promise<void> {
  // A call that is sent now and answered comes after what was sent before it.
  await page.evaluate(async () => (await fetch('/healthz')).text());
  await page.clock.runFor(5);
}

/** States that last for a moment only are held by rewriting what the server says. */
async function rewriteSets(page: Page, rewrite: (set: Bucket) => Bucket): Promise<void> {
  await page.route('**/api/content/my*', async (route) => {
    const response = await route.fetch();
    const sets = (await response.json()) as Sets;
    await route.fulfill({ response, json: { ...sets, buckets: sets.buckets.map(rewrite) } });
  });
}

function onDashboard(
  customer: Customer,
  work: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const visit = { product, browser, customer, path: '/dashboard', expected: 'net::ERR_FAILED', prepare };
  return withCustomerPage(visit, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Memory Gallery' }).waitFor();
    await work(page);
  });
}

async function isClear(page: Page): Promise<void> {
  assert.deepEqual(await obstacles(page), { light: [], dark: [] });
}

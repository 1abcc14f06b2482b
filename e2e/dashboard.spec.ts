import type { Bucket, Content } from '@keepsake/contract/content';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './axe.ts';
import { createBucket, read, type Customer } from './customer.ts';
import { customerTest as test, expect } from './fixtures.ts';
import { groupPhoto, singlePhoto } from './sample-photos.ts';
import type { Product } from './product.ts';

const single = { path: singlePhoto, theme: 'Single person', effect: 'Smile' };
const group = { path: groupPhoto, theme: 'Couple or group', effect: 'Laugh together' };

test.use({ viewport: { width: 390, height: 900 } });

test('an empty gallery offers to add a memory and to read the photo guide', async ({ page }) => {
  await openDashboard(page);
  await expect(page.getByRole('heading', { name: 'Your gallery is waiting for its first photo' })).toBeVisible();
  await page.getByRole('button', { name: 'Read the photo guide' }).click();
  const guide = page.getByRole('dialog', { name: 'Photo guide' });
  await expect(guide.getByText(/Show the whole hand that is going to wave/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await page.getByRole('button', { name: 'Add memory' }).click();
  await expect(page).toHaveURL('/process');
});

test('sets come five a page, and are deleted only once that is confirmed', async ({ page, product, customer }) => {
  for (let buckets = 0; buckets < 6; buckets++) await createBucket(product, customer, [single]);
  await openDashboard(page);
  const buckets = page.getByRole('article');
  await expect(buckets).toHaveCount(5);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/dashboard?page=2');
  await expect(buckets).toHaveCount(1);

  const remove = page.getByRole('button', { name: /^Delete set of/ });
  const dialog = page.getByRole('alertdialog');
  await remove.click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect((await bucketsOf(product, customer)).pagination.total).toBe(6);
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Set deleted')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(buckets).toHaveCount(5);
  expect((await bucketsOf(product, customer)).pagination.total).toBe(5);
});

test('a photo that could not be deleted comes back, with a way to try again', async ({
  page,
  product,
  customer,
  faults,
}) => {
  faults.allow('net::ERR_FAILED');
  await createBucket(product, customer, [single, group]);
  await openDashboard(page);
  const photo = page.getByRole('listitem', { name: 'sample2.jpg', exact: true });
  await page.route('**/api/content/file/*', (route) => route.abort(), { times: 1 });
  await photo.getByRole('button', { name: 'Delete photo sample2.jpg' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await expect(photo).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Photo deleted')).toBeVisible();
  await expect(photo).toBeHidden();
  const { buckets } = await bucketsOf(product, customer);
  expect(buckets[0]?.Contents.map(({ originalName }) => originalName)).toEqual(['sample1.jpg']);
});

test.describe('a photo on its way to being films', () => {
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

  test('says in every state where it stands, and has no axe violations in any', async ({ page, product, customer }) => {
    const states = Object.keys(shown) as Content['status'][];
    await createBucket(
      product,
      customer,
      states.map(() => single),
    );
    await rewriteBuckets(page, (bucket) => ({
      ...bucket,
      status: 'paid',
      Contents: bucket.Contents.map((content, index) => inState(content, states[index] ?? 'done', index === 0)),
    }));
    await page.route('**/api/content/batch-status', (route) => route.fulfill({ json: { statuses: {} } }));
    await openDashboard(page);
    const tiles = page.getByRole('listitem', { name: 'sample1.jpg', exact: true });
    for (const [index, status] of states.entries())
      for (const words of shown[status]) await expect(tiles.nth(index), status).toContainText(words);
    await expect(tiles.first().getByText('Image could not be loaded')).toBeVisible();
    // Tiles outside the window are not drawn, and keep the colours that they had.
    await page.setViewportSize({ width: 390, height: 4000 });
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  test('is asked about two seconds after it appears, then every ten seconds, until it is finished', async ({
    page,
    product,
    customer,
  }) => {
    await createBucket(product, customer, [single]);
    const asked: string[] = [];
    let status: Content['status'] = 'processing';
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await rewriteBuckets(page, (bucket) => ({
      ...bucket,
      status: 'paid',
      Contents: bucket.Contents.map((content) => inState(content, status)),
    }));
    await page.route('**/api/content/batch-status', async (route) => {
      asked.push(route.request().url());
      const { contentIds } = route.request().postDataJSON() as { contentIds: string[] };
      const statuses = contentIds.map((id) => [id, { status, processedVideos: [], versions: [] }]);
      await route.fulfill({ json: { statuses: Object.fromEntries(statuses) as object } });
    });
    const untilShown = (text: string) =>
      expect(async () => {
        await letAnswersArrive(page);
        expect(await page.getByText(text).isVisible()).toBe(true);
      }).toPass({ intervals: [0] });
    const expectAsked = async (ms: number, times: number) => {
      await page.clock.runFor(ms);
      const isEnough = (tries: number) => tries >= 50 || (tries >= 5 && asked.length >= times);
      for (let tries = 0; !isEnough(tries); tries++) await letAnswersArrive(page);
      expect(asked, `${ms} ms later`).toHaveLength(times);
    };
    await page.goto('/dashboard');
    await untilShown('Your films are being made');
    await expectAsked(1_500, 0);
    await expectAsked(500, 1);
    await expectAsked(9_000, 1);
    await expectAsked(1_000, 2);
    status = 'done';
    await expectAsked(10_000, 3);
    await untilShown('Your films are ready');
    await expectAsked(60_000, 3);
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

interface Gallery {
  buckets: Bucket[];
  pagination: { total: number };
}

async function bucketsOf(product: Product, customer: Customer): Promise<Gallery> {
  return (await read(product, customer, '/api/content/my')) as Gallery;
}

/** Lets answers come in while the page's clock stands, but for the moments in which the page handles them. */
async function letAnswersArrive(page: Page): Promise<void> {
  // A call that is sent now and answered comes after what was sent before it.
  await page.evaluate(async () => (await fetch('/healthz')).text());
  await page.clock.runFor(5);
}

/** States that last for a moment only are held by rewriting what the server says. */
async function rewriteBuckets(page: Page, rewrite: (bucket: Bucket) => Bucket): Promise<void> {
  await page.route('**/api/content/my*', async (route) => {
    const response = await route.fetch();
    const gallery = (await response.json()) as Gallery;
    await route.fulfill({ response, json: { ...gallery, buckets: gallery.buckets.map(rewrite) } });
  });
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Memory Gallery' })).toBeVisible();
}

import { batchStatus, myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { never, offline, refuse, reply } from '../../test/answers.ts';
import { dashboardAnswers, openDashboard, openMenu } from '../../test/dashboard.ts';
import { expectAccessible, testLooks } from '../../test/looks.ts';
import {
  aBucket,
  aFinishedFilm,
  ago,
  aPage,
  aPhoto,
  anOrderedFilm,
  day,
  idOf,
  longWord,
  photoIn,
  threeMinutes,
} from '../../test/orders.ts';
import { renderPage } from '../../test/render-page.tsx';
import { expectAlert, expectHeading, expectLoading, expectPath, expectText, press } from '../../test/screen.ts';
import { stopTimers } from '../../test/stop-timers.ts';
import { customer } from '../../test/users.ts';
import { resizeTo } from '../../test/window.ts';
import type { PhotoStatus } from '../features/photos/photos.api.ts';
import { testVariations } from '../../test/variations.ts';

const openAt = (path: string, ...answers: Parameters<typeof openDashboard>[1][]) =>
  renderPage(path, { user: customer, answers: [...dashboardAnswers([]), ...answers] });

/** Navigates to the gallery with a flash message. */
async function toldOnArrival(): Promise<void> {
  stopTimers();
  await renderPage('/terms', {
    user: customer,
    answers: [...dashboardAnswers([]), reply(myBuckets, aPage([aBucket(1)], { total: 6 }))],
  });
  history.pushState({ usr: { flash: { text: 'Told on arrival', tone: 'ok' } }, key: 'told', idx: 1 }, '', '/dashboard');
  dispatchEvent(new PopStateEvent('popstate'));
  await expectText('Told on arrival');
}

describe('the gallery', () => {
  test('shows placeholders until it is there', async () => {
    await openDashboard([], never(myBuckets));
    await expectHeading('Memory Gallery');
    await expectLoading();
    await expectAccessible();
  });

  testLooks('a gallery that cannot be loaded', openFailed);

  test('says why it cannot be loaded, and loads again', async () => {
    const server = await openFailed();
    await expectAlert('Something went wrong. Please try again.');
    server.answer(reply(myBuckets, aPage([aBucket(1)])));
    await press('Try again');
    await expect.element(page.getByRole('article')).toBeVisible();
  });

  testLooks('an empty gallery', async () => {
    await openDashboard([]);
    await expectHeading('Your gallery is waiting for its first photo');
  });

  test('that is empty offers to add a set and to read the photo guide', async () => {
    await openDashboard([]);
    await expectHeading('Your gallery is waiting for its first photo');
    await press('Read the photo guide');
    await expectText(/A raised, open hand, wholly in the picture/);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Add memory' })).toBeVisible();
  });

  testLooks('a gallery with long names', async () => {
    await openDashboard([
      aBucket(1, {
        status: 'paid',
        Contents: [photoIn('done', 1, { originalName: `${longWord}.jpg` }), photoIn('failed', 2)],
      }),
      aBucket(2, { Contents: [aPhoto(3, { originalName: `${longWord}.jpg` })] }),
    ]);
    await expect.element(page.getByRole('article')).toHaveLength(2);
  });

  test('comes five sets a page, and leads back from a page that there is not', async () => {
    const five = [1, 2, 3, 4, 5].map((number) => aBucket(number));
    const answers = [
      ...dashboardAnswers(five),
      reply(myBuckets, ({ query }) =>
        query['page'] === '1'
          ? aPage(five, { total: 6 })
          : aPage(query['page'] === '2' ? [aBucket(6)] : [], { page: 2, total: 6 }),
      ),
    ];
    await renderPage('/dashboard', { user: customer, answers });
    await expect.element(page.getByRole('article')).toHaveLength(5);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expectPath('/dashboard?page=2');
    await expect.element(page.getByRole('article')).toHaveLength(1);
  });

  test('shows the set that a mail leads to, whatever page it is on', async () => {
    const second = reply(myBuckets, ({ query }) =>
      query['bucket'] === idOf(7) ? aPage([aBucket(6), aBucket(7)], { page: 2, total: 7 }) : aPage([]),
    );
    await openAt(`/dashboard?bucket=${idOf(7)}`, second);
    await expect.poll(() => document.activeElement?.id).toBe(`bucket-${idOf(7)}`);
    await expect.element(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  });

  test('opens the film that a mail leads to, once', async () => {
    const paid = aBucket(1, { status: 'paid', Contents: [photoIn('failed', 1), photoIn('done', 2)] });
    await openAt(`/dashboard?bucket=${idOf(1)}&film=${idOf(302)}`, reply(myBuckets, aPage([paid])));
    const viewer = page.getByRole('dialog', { name: /^Smile, made from photo-2\.jpg/ });
    await expect.element(viewer).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(viewer).not.toBeInTheDocument();
    await expectPath(`/dashboard?bucket=${idOf(1)}`);
    await expect.poll(() => document.activeElement?.id).toBe(`bucket-${idOf(1)}`);
  });

  testVariations([
    { of: 'a film that is gone', film: idOf(309) },
    { of: 'a film that cannot be named', film: 'none' },
  ])('shows the set alone for a link to $of', async ({ film }) => {
    await import('../features/films/viewer/film-viewer.tsx');
    const paid = aBucket(1, { status: 'paid', Contents: [photoIn('done', 2)] });
    await openAt(`/dashboard?bucket=${idOf(1)}&film=${film}`, reply(myBuckets, aPage([paid])));
    await expect.poll(() => document.activeElement?.id).toBe(`bucket-${idOf(1)}`);
    // A viewer that opened by itself, whose code is there, would be before this question.
    await press('Delete photo photo-2.jpg');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    expect(document.querySelectorAll('dialog:modal')).toHaveLength(1);
  });

  test('shows its first page for a link to a set that cannot be named', async () => {
    await openAt('/dashboard?bucket=none&page=x', reply(myBuckets, aPage([aBucket(1)])));
    await expect.element(page.getByRole('article')).toHaveLength(1);
  });

  test('takes back what it said on arrival after a while', async () => {
    await toldOnArrival();
    await vi.advanceTimersByTimeAsync(9_000);
    await expectText('Told on arrival');
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.element(page.getByText('Told on arrival')).not.toBeInTheDocument();
  });

  test('takes back what it said on arrival with another page of sets, and not while it is read', async () => {
    await toldOnArrival();
    // The heading takes the focus on arrival.
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    (dismiss.element() as HTMLElement).focus();
    await expect.element(dismiss).toHaveFocus();
    await vi.advanceTimersByTimeAsync(60_000);
    await expectText('Told on arrival');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect.element(page.getByText('Told on arrival')).not.toBeInTheDocument();
  });

  test('leads back from a page that there is not', async () => {
    await renderPage('/dashboard?page=7', { user: customer, answers: dashboardAnswers([aBucket(1)]) });
    await expectPath('/dashboard');
  });
});

describe('a set', () => {
  testVariations([
    { name: 'in the cart', set: {}, words: 'In your cart, not paid yet', pays: true },
    { name: 'whose payment takes days', set: { payment: 'under_way' }, words: 'Payment on its way', pays: false },
    {
      name: 'whose payment failed',
      set: { payment: 'failed' },
      words: 'The payment failed, nothing was charged',
      pays: true,
    },
    { name: 'that is paid', set: { status: 'paid' }, words: /^Paid$/, pays: false },
  ] as const)('$name says so, and offers to pay only where that is possible', async ({ set, words, pays }) => {
    await openDashboard([aBucket(1, set)]);
    await expectText(words);
    await expect
      .element(page.getByRole('button', { name: /^Continue to payment: photo-1/ }))
      .toHaveLength(pays ? 1 : 0);
    await openMenu();
    await expect
      .element(page.getByRole('button', { name: 'Continue to payment', exact: true }))
      .toHaveLength(pays ? 1 : 0);
  });

  testVariations([
    { days: 0, words: /^Deleted within the hour ·/ },
    { days: 7 / 24, words: /^Deleted in 7 hours ·/ },
    { days: 1, words: /^Deleted in 1 day ·/ },
    { days: 12, words: /^Deleted in 12 days ·/ },
  ])('says in how many days or hours it is deleted: $days', async ({ days, words }) => {
    await openDashboard([aBucket(1, { deletionDate: ago(1 - days * day) })]);
    await expectText(words);
  });

  testVariations([-day, day])('counts by the server’s clock, %i minutes from that of the device', async (ahead) => {
    const serverAgo = (minutes: number) => ago(minutes - ahead);
    const making = photoIn('processing', 1, {
      versions: [anOrderedFilm(1, { state: 'creating', startedAt: serverAgo(threeMinutes) })],
    });
    const set = aBucket(1, { status: 'paid', deletionDate: serverAgo(-12 * day), Contents: [making] });
    const answers = dashboardAnswers([set]);
    await renderPage('/dashboard', { user: customer, answers, clockAheadMs: ahead * 60_000 });
    await expectText(/^Deleted in 12 days ·/);
    await expectText('Creating for 3 minutes');
  });
});

describe('a photo on its way to being films', () => {
  const shown: Record<PhotoStatus, string[]> = {
    not_paid: ['Not paid yet'],
    paid: ['Paid, starting soon', 'Queued'],
    processing: ['We are preparing your film…', 'Your films are being made', 'Creating for 3 minutes'],
    done: ['Your films are ready', 'Watch'],
    failed: [
      'A film could not be made',
      'Not made',
      'because of a fault on our side',
      'Write to help@keepsake.example',
    ],
    retry_pending: ['Being made again', 'Queued again'],
  };
  const states = Object.keys(shown) as PhotoStatus[];
  const openStates = () =>
    openDashboard([
      aBucket(1, {
        status: 'paid',
        Contents: states.map((status, number) =>
          photoIn(status, number, { originalName: status, ...(number === 0 && { photoUrl: '/api/none.jpg' }) }),
        ),
      }),
    ]);

  test.for(states)('says where it stands: %s', async (status) => {
    await openStates();
    const tile = page.getByRole('listitem', { name: status });
    for (const words of shown[status])
      await expect.element(tile.getByText(words, { exact: false }).first()).toBeVisible();
  });

  test('says that its picture cannot be loaded', async () => {
    await openStates();
    await expectText('Image could not be loaded');
  });

  testLooks('photos in every state', async () => {
    await openStates();
    // Elements outside the viewport are not rendered and keep their old colours.
    await resizeTo(390, 4000);
    await expectText('Image could not be loaded');
  });

  testVariations([
    { failureCode: 'moderation', words: /The video service declined this photo because of its rules about content/ },
    { failureCode: 'photo_unreadable', words: /This photo could not be read well enough to make a film of it/ },
    { failureCode: 'timed_out', words: /This film is taking unusually long/ },
    { failureCode: 'a_newer_reason', words: /because of a fault on our side/ },
  ])('explains why a film could not be made: $failureCode', async ({ failureCode, words }) => {
    const versions = [anOrderedFilm(1, { state: 'failed', failureCode })];
    await openDashboard([aBucket(1, { status: 'paid', Contents: [aPhoto(1, { status: 'failed', versions })] })]);
    await expectText(words);
  });

  test('is polled two seconds after it appears, then every ten seconds, until it is finished', async () => {
    let status: PhotoStatus = 'processing';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const sets = () => aPage([aBucket(1, { status: 'paid', Contents: [photoIn(status, 1)] })]);
    const server = await renderPage('/dashboard', {
      user: customer,
      answers: [
        reply(myBuckets, sets),
        reply(listPrompts, { prompts: [] }),
        reply(batchStatus, () => ({ statuses: { [idOf(201)]: { status, processedVideos: [], versions: [] } } })),
      ],
    });
    const asked = () => server.sent(batchStatus).length;
    await expectText('Your films are being made');
    await vi.advanceTimersByTimeAsync(1_900);
    expect(asked()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    await expect.poll(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_200);
    await expect.poll(asked).toBe(2);
    status = 'done';
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(asked).toBe(3);
    await expectText('Your films are ready');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(3);
  });

  testVariations([
    {
      of: 'nobody agreed to',
      isAgreed: undefined,
      words:
        'Smile, made from photo-1.jpg, is ready. We found no raised, open hand in the photo that we could move, so this film shows a nod instead.',
    },
    {
      of: 'was agreed to',
      isAgreed: true as const,
      words: 'Smile, made from photo-1.jpg, is ready. Smile: a nod, as agreed.',
    },
    { of: undefined, isAgreed: undefined, words: 'Smile, made from photo-1.jpg, is ready.' },
  ])('is announced once it is finished, with what it shows instead: what $of', async ({ of, isAgreed, words }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const shows = of === undefined ? null : { faces: 1, lack: 'no_hand' as const };
    const { versions, ProcessedContents: processedVideos } = photoIn('done', 1, {
      ProcessedContents: [aFinishedFilm(1, { shows, ...(isAgreed && { isAgreed }) })],
    });
    const set = aBucket(1, { status: 'paid', Contents: [photoIn('processing', 1)] });
    const statuses = { [idOf(201)]: { status: 'done' as const, processedVideos, versions } };
    await openDashboard([set], reply(batchStatus, { statuses }));
    await expectText('Your films are being made');
    await vi.advanceTimersByTimeAsync(2_100);
    await expect
      .poll(() => document.querySelector('body > div > [aria-live="polite"]')?.textContent.trimEnd())
      .toBe(words);
  });

  test('stays as it is if a question about it is not answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const set = aBucket(1, { status: 'paid', Contents: [photoIn('processing', 1)] });
    const server = await openDashboard([set], offline(batchStatus));
    await expectText('Your films are being made');
    await vi.advanceTimersByTimeAsync(2_100);
    await expect.poll(() => server.sent(batchStatus).length).toBe(1);
    await expectText('Your films are being made');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});

async function openFailed() {
  const server = await openDashboard([], refuse(myBuckets, 'internal_error'));
  await expectAlert('Your gallery could not be loaded');
  return server;
}

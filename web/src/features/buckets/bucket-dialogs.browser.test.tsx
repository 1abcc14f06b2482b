import {
  deleteBucket,
  deleteContentFile,
  getBucket,
  getContent,
  myBuckets,
  zipBucket,
} from '@keepsake/contract/photos/content';
import { bucketInvoice, lastInvoice } from '@keepsake/contract/orders/invoice';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answer, offline, refuse, reply } from '../../../test/answers.ts';
import { choose, openDashboard } from '../../../test/dashboard.ts';
import { anInvoice } from '../../../test/invoice.ts';
import { queryClient } from '../../shared/query.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { aBucket, aFinishedFilm, aPage, aPhoto, anOrderedFilm, idOf, longWord, photoIn } from '../../../test/orders.ts';
import { expectAlert, expectPath, expectText, holdToast, press } from '../../../test/screen.ts';
import { testVariations } from '../../../test/variations.ts';

const unpaid = aBucket(1, { Contents: [aPhoto(1, { originalName: `${longWord}.jpg` }), aPhoto(2)] });
/** For each live region: whether screen readers can read it while a dialog is open. */
const heard = () => {
  const dialog = document.querySelector('dialog:modal');
  const places = document.querySelectorAll('[popover] [aria-live], span[aria-live][aria-atomic]');
  return [...places].map((place) => dialog === null || dialog.contains(place));
};
const question = () => page.getByRole('alertdialog');

describe('the question before something is deleted', () => {
  testLooks('the question before a photo is deleted', async () => {
    await openDashboard([unpaid]);
    await press(`Delete photo ${longWord}.jpg`);
    await expect.element(question()).toBeVisible();
  });

  test('has the focus on Cancel, and deletes nothing by it', async () => {
    const server = await openDashboard([unpaid]);
    await choose(/^Delete set/);
    await expectText('Its 2 photos and everything made from them are deleted at once and cannot be brought back.');
    await expect.element(question().getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /^Actions for the set/ })).toHaveFocus();
    expect(server.sent(deleteBucket)).toEqual([]);
  });

  test('says what is lost with a set that is paid, and with its last photo', async () => {
    await openDashboard([aBucket(1, { status: 'paid', Contents: [photoIn('done', 1)] })]);
    await press('Delete photo photo-1.jpg');
    await expectText('It is the last photo of its set, so the set is deleted too.');
    await expectText('This set is paid. Purchases are not refunded.');
  });

  test('removes the set', async () => {
    const server = await openDashboard([unpaid], reply(deleteBucket, { message: 'ok' }));
    await choose(/^Delete set/);
    server.answer(reply(myBuckets, aPage([])));
    await question().getByRole('button', { name: 'Delete' }).click();
    await expectText('Set deleted');
    await expectText('Your gallery is waiting for its first photo');
  });

  test('shows again what could not be deleted, with a retry', async () => {
    const server = await openDashboard([unpaid], offline(deleteContentFile), reply(getBucket, { bucket: unpaid }));
    const photo = page.getByRole('listitem', { name: 'photo-2.jpg' });
    await photo.getByRole('button', { name: 'Delete photo photo-2.jpg' }).click();
    await question().getByRole('button', { name: 'Delete' }).click();
    await holdToast('The server could not be reached.');
    await expect.element(photo).toBeVisible();
    server.answer(
      reply(deleteContentFile, { wasLastContent: false }),
      reply(myBuckets, aPage([aBucket(1, { Contents: [aPhoto(1)] })])),
    );
    await press('Try again');
    await expectText('Photo deleted');
    await expect.element(photo).not.toBeInTheDocument();
  });
});

describe('what was deleted although the answer was lost', () => {
  test.for(['lost', 'gone'] as const)('stays away: a photo, %s', async (how) => {
    const left = aBucket(1, { Contents: [aPhoto(1)] });
    const answer = how === 'lost' ? offline(deleteContentFile) : refuse(deleteContentFile, 'not_found');
    const server = await openDashboard([unpaid], answer, reply(getBucket, { bucket: left }));
    await press('Delete photo photo-2.jpg');
    server.answer(reply(myBuckets, aPage([left])));
    await question().getByRole('button', { name: 'Delete' }).click();
    await expectText('Photo deleted');
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test.for(['lost', 'gone'] as const)('stays away: a set, %s', async (how) => {
    const answer = how === 'lost' ? offline(deleteBucket) : refuse(deleteBucket, 'not_found');
    const server = await openDashboard([unpaid], answer, refuse(getBucket, 'not_found'));
    await choose(/^Delete set/);
    server.answer(reply(myBuckets, aPage([])));
    await question().getByRole('button', { name: 'Delete' }).click();
    await expectText('Set deleted');
  });
});

describe('the films of a photo', () => {
  const done = aPhoto(1, {
    originalName: `${longWord}.jpg`,
    status: 'done',
    versions: [anOrderedFilm(1, { state: 'done' }), anOrderedFilm(2, { state: 'done', number: 2 })],
    ProcessedContents: [aFinishedFilm(1, { shows: { faces: 1, lack: 'no_hand' } }), aFinishedFilm(2, { number: 2 })],
  });
  const viewer = () => page.getByRole('dialog', { name: /made from/ });

  async function open(photo = done, ...answers: Answer[]) {
    const server = await openDashboard([aBucket(1, { status: 'paid', Contents: [photo] })], ...answers);
    await page.getByRole('button', { name: /^Smile 1 Watch/ }).click();
    await expect.element(viewer()).toBeVisible();
    return server;
  }

  testLooks('a film in the viewer', () => open());

  test('say what was agreed to, or that it is owed', async () => {
    const shows = { faces: 1, lack: 'no_hand' } as const;
    const ProcessedContents = [
      aFinishedFilm(1, { shows, isAgreed: true }),
      aFinishedFilm(2, { number: 2, shows, isOwed: true }),
    ];
    await open({ ...done, ProcessedContents });
    await expect
      .element(viewer().getByText(/^Smile 1: a nod, as agreed\. We found no raised, open hand/))
      .toBeVisible();
    await press('Next film');
    await expect.element(viewer().getByText(/nod instead\. You had not agreed to that/)).toBeVisible();
    await expect.element(viewer().getByText(/as agreed/)).not.toBeInTheDocument();
  });

  test('are shown one at a time, by buttons and by keys', async () => {
    await open();
    await expectText('1 of 2');
    await expectText(
      'We found no raised, open hand in the photo that we could move, so this film shows a nod instead.',
    );
    await press('Next film');
    await expectText('2 of 2');
    await userEvent.keyboard('{ArrowRight}');
    await expectText('1 of 2');
    await userEvent.keyboard('{Escape}');
    await expect.element(viewer()).not.toBeInTheDocument();
  });

  test('show length, resolution and file size', async () => {
    await open();
    await viewer().getByText('Details').click();
    for (const words of ['5 seconds', '720 × 900', '4.2 MB']) await expectText(words);
    await viewer().getByText('How to keep your film').click();
    await expectAccessible();
  });

  test('that cannot be played are requested again', async () => {
    const broken = {
      ...done,
      ProcessedContents: [aFinishedFilm(1, { url: '/api/none.mp4' }), aFinishedFilm(2, { number: 2 })],
    };
    const server = await open(broken);
    await expectAlert('There was a problem playing the video. Please try again.');
    server.answer(reply(myBuckets, aPage([aBucket(1, { status: 'paid', Contents: [done] })])));
    await viewer().getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByLabelText(/^Animated version/)).toBeVisible();
  });

  test('that cannot be downloaded say so', async () => {
    await open(done, refuse(getContent, 'not_found'));
    await viewer().getByRole('link', { name: 'Download' }).click();
    await holdToast('There was a problem downloading the video. Please try again.');
    // An open dialog makes everything outside it inert.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  });

  test('announces short messages to screen readers in the viewer and after it closes', async () => {
    await open(done, refuse(getContent, 'not_found'));
    await viewer().getByRole('link', { name: 'Download' }).click();
    await holdToast('There was a problem downloading the video. Please try again.');
    expect(heard()).toEqual([true, true]);
    await userEvent.keyboard('{Escape}');
    await expect.element(viewer()).not.toBeInTheDocument();
    await holdToast('There was a problem downloading the video. Please try again.');
    expect(heard()).toEqual([true, true]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });

  test('keep playing when their links are renewed, and use the new ones after the old expire', async () => {
    const server = await open();
    const film = () => page.getByLabelText(/^Animated version/).element() as HTMLVideoElement;
    await expect.poll(() => film().readyState).toBeGreaterThan(0);
    film().currentTime = 1;
    const films = done.ProcessedContents.map((one) => ({
      ...one,
      url: `${one.url}?s=2`,
      downloadUrl: `${one.url}?d=2`,
    }));
    const renewed = aBucket(1, { status: 'paid', Contents: [{ ...done, ProcessedContents: films }] });
    server.answer(reply(myBuckets, aPage([renewed])));
    await queryClient.refetchQueries({ queryKey: ['buckets'] });
    await expect
      .element(viewer().getByRole('link', { name: 'Download' }))
      .toHaveAttribute('href', films[0]?.downloadUrl);
    expect([new URL(film().src).search, film().currentTime]).toEqual(['', 1]);
    film().dispatchEvent(new Event('error'));
    await expect.poll(() => new URL(film().src).search).toBe('?s=2');
    await expect.poll(() => film().currentTime).toBe(1);
  });

  test('whose file does not arrive say so', async () => {
    const gone = { ...done, ProcessedContents: [aFinishedFilm(1, { downloadUrl: 'http://127.0.0.1:1/none.mp4' })] };
    await open(
      done,
      reply(getContent, { content: gone }),
      reply(zipBucket, { downloadUrl: 'http://127.0.0.1:1/none.zip', films: 2 }),
    );
    await viewer().getByRole('link', { name: 'Download' }).click();
    await holdToast('There was a problem downloading the video. Please try again.');
    await press('Dismiss');
    await userEvent.keyboard('{Escape}');
    await choose('Download all 2 films');
    await expectText('There was a problem downloading the films. Please try again.');
  });

  test('cannot be downloaded all at once', async () => {
    await openDashboard([aBucket(1, { status: 'paid', Contents: [done] })], refuse(zipBucket, 'not_found'));
    await choose('Download all 2 films');
    await expectText('There was a problem downloading the films. Please try again.');
  });
});

describe('the invoice of a paid set', () => {
  const issue = { state: 'issuing' as const, number: null, pdfUrl: null, correctable: false };

  testVariations([
    { answer: reply(bucketInvoice, { invoice: anInvoice(), issue }), words: 'Your invoice is being prepared.' },
    {
      answer: reply(bucketInvoice, { invoice: anInvoice(), issue: null }),
      words: 'This set cost nothing, so there is no invoice.',
    },
    { answer: refuse(bucketInvoice, 'invoice_not_found'), words: 'There was a problem downloading the invoice.' },
  ])('says what there is: $words', async ({ answer, words }) => {
    await openDashboard([aBucket(1, { status: 'paid' })], answer);
    await choose(/^Download invoice/);
    await expectText(words);
  });

  test('links to its data while these can be corrected', async () => {
    const failed = { ...issue, state: 'failed' as const, correctable: true };
    await openDashboard(
      [aBucket(1, { status: 'paid' })],
      reply(bucketInvoice, { invoice: anInvoice(), issue: failed }),
      reply(getBucket, { bucket: aBucket(1, { status: 'paid' }) }),
      reply(lastInvoice, { invoice: anInvoice() }),
    );
    await choose(/^Download invoice/);
    await holdToast('Your invoice could not be issued yet.');
    await press('Correct the details');
    await expectPath(`/invoice/${idOf(1)}`);
    await expectText('Correct your invoice details');
  });
});

test('a set that cannot be opened to be paid for says why', async () => {
  await openDashboard([unpaid], refuse(getBucket, 'not_found'));
  await press(/^Continue to payment: photo-2/);
  await expectText('Not found.');
});

import { bucketTimeline, type TimelineEntry } from '@keepsake/contract/photos/content';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, never, refuse, reply } from '../../../test/answers.ts';
import { choose, openDashboard } from '../../../test/dashboard.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { aBucket, ago, idOf, longWord } from '../../../test/orders.ts';
import { expectAlert, expectLoading, expectText } from '../../../test/screen.ts';
import { testVariations } from '../../../test/variations.ts';

const film = { photo: 'grandma.jpg', action: { en: 'Smile' }, number: 2, attempt: 1 };
const done = { ...film, attempt: null };

function about(kind: TimelineEntry['kind'], minutes: number, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return { at: ago(minutes), kind, amount: null, currency: null, film: null, code: null, ...more };
}

const nodInstead = 'We found no raised, open hand in the photo that we could move, so this film shows a nod instead.';

/** As the server tells it: the newest first. */
const entries = [
  about('to_be_deleted', -30 * 24 * 60),
  about('mail', 1, { code: 'films-ready' }),
  about('film_done', 2, { film: done }),
  about('film_asked', 4, { film: { ...film, attempt: 2 } }),
  about('film_failed', 5, { film }),
  about('film_done', 6, { film: { ...done, number: 1 } }),
  about('film_asked', 7, { film }),
  about('film_asked', 8, { film: { ...film, number: 1 } }),
  about('mail', 9, { code: 'order-confirmed' }),
  about('paid', 10, { amount: 6.98, currency: 'USD' }),
  about('ordered', 11, { amount: 6.98, currency: 'USD' }),
  about('made', 20),
];

async function open(...answers: Answer[]) {
  const server = await openDashboard([aBucket(1)], ...answers);
  await choose(/^History of the set/);
  return server;
}

const tell = (...told: TimelineEntry[]) => open(reply(bucketTimeline, { entries: told, total: told.length }));

const dialog = () => page.getByRole('dialog');

/** The words of each stage, without its steps. */
const stages = () =>
  [...dialog().element().querySelectorAll('li:not(li li) > span')].map(({ textContent }) => textContent);

describe('the history of a set', () => {
  testLooks('the history of a set', async () => {
    await tell(...entries, about('film_done', 3, { film: { ...done, photo: longWord } }));
    await expectText('The set and its files will be deleted.');
  });

  test('has one line for each stage, in chronological order', async () => {
    await tell(...entries);
    await expectText('You uploaded photos for this set.');
    expect(stages()).toEqual([
      'You uploaded photos for this set.',
      'Paid: $6.98.',
      'All 2 films were made.',
      'We wrote to you: your films are ready.',
      'The set and its files will be deleted.',
    ]);
  });

  test('repeats what was agreed to, and says where a film shows something else', async () => {
    await tell(
      about('film_as_agreed', 2, { film: done, code: 'no_hand' }),
      about('film_replaced', 3, { film: { ...done, number: 1 }, code: 'no_hand' }),
      about('film_done', 4, { film: done }),
    );
    await dialog().getByText('All 3 steps').click();
    await expectText('Smile 2 (grandma.jpg): a nod, as agreed.');
    await expectText('The film Smile 1 of grandma.jpg shows something else than the effect that was ordered.');
    await expectText(nodInstead);
  });

  test('says what a film shows that is owed', async () => {
    await tell(about('film_owed', 2, { film: done, code: 'no_hand' }), about('film_done', 3, { film: done }));
    await expectText('The film Smile 2 of grandma.jpg shows something that you had not agreed to.');
    await expectText(nodInstead);
    await expectAccessible();
  });

  test('shows the steps of a stage on demand', async () => {
    await tell(...entries);
    await expect.element(page.getByText('An attempt at the film Smile 2 of grandma.jpg failed.')).not.toBeVisible();
    await dialog().getByText('All 6 steps').click();
    for (const words of [
      'The film Smile 1 of grandma.jpg was begun.',
      'An attempt at the film Smile 2 of grandma.jpg failed.',
      'The film Smile 2 of grandma.jpg was begun again.',
      'The film Smile 2 of grandma.jpg was finished.',
    ])
      await expectText(words);
    await dialog().getByText('All 3 steps').click();
    for (const words of ['Ordered: $6.98.', 'We wrote to you: your order is confirmed.']) await expectText(words);
    await expectAccessible();
  });

  testVariations([
    { of: 'one film that is begun', told: [about('film_asked', 3, { film })], line: 'We started your film.' },
    { of: 'one film that is made', told: [about('film_done', 2, { film: done })], line: 'Your film was made.' },
    {
      of: 'films of which some are finished',
      told: [
        about('film_done', 2, { film: done }),
        about('film_asked', 3, { film }),
        about('film_asked', 3, { film: { ...film, photo: 'grandpa.jpg' } }),
        about('film_asked', 3, { film: { ...film, action: { en: 'Wink' } } }),
      ],
      line: '1 of 3 films are finished so far.',
    },
    {
      of: 'a payment that failed',
      told: [
        about('mail', 2, { code: 'payment-failed' }),
        about('ordered', 3, { amount: 6.98, currency: 'USD' as const }),
      ],
      line: 'We wrote to you: the payment failed.',
    },
    {
      of: 'two refunds: their sum',
      told: [
        about('refunded', 2, { amount: 1.99, currency: 'USD' as const }),
        about('refunded', 3, { amount: 1.99, currency: 'USD' as const }),
      ],
      line: 'Refunded: $3.98.',
    },
    {
      of: 'a dispute',
      told: [about('disputed', 2, { amount: 6.98, currency: 'USD' as const })],
      line: 'The payment of $6.98 was disputed at your bank.',
    },
    {
      of: 'free versions',
      told: [about('free_versions', 2, { film: done })],
      line: 'You were given free versions for the film Smile 2 of grandma.jpg.',
    },
    {
      of: 'a film that was given',
      told: [about('film_granted', 2, { film: done })],
      line: 'A further film, Smile 2 of grandma.jpg, was given to you and is made free of charge.',
    },
    {
      of: 'reminders: the last',
      told: [about('mail', 2, { code: 'deletion-reminder' }), about('mail', 3, { code: 'deletion-reminder' })],
      line: 'We wrote to you: the set will be deleted soon.',
    },
    { of: 'a newer kind of mail', told: [about('mail', 2, { code: 'a-newer-mail' })], line: 'We wrote to you.' },
  ])('says in one line what came of $of', async ({ told, line }) => {
    await tell(...told);
    await expectText(line);
    expect(stages()).toEqual([line]);
  });

  test('is loading', async () => {
    await open(never(bucketTimeline));
    await expectLoading();
  });

  test('says why it cannot be shown', async () => {
    await open(refuse(bucketTimeline, 'internal_error'));
    await expectAlert('Something went wrong. Please try again.');
  });

  test('can be read to its beginning, however long it is', async () => {
    const server = await open(reply(bucketTimeline, { entries: entries.slice(0, 5), total: 250 }));
    await expectText('The set and its files will be deleted.');
    expect(server.sent(bucketTimeline).map(({ query, params }) => [params['id'], query['page']])).toEqual(
      ['1', '2', '3'].map((number) => [idOf(1), number]),
    );
    // The same entries came three times.
    expect(stages()).toHaveLength(3);
  });
});

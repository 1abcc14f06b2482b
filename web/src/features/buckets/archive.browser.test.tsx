import { archiveBucket, myBuckets, unarchiveBucket } from '@keepsake/contract/photos/content';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { late, offline, refuse, reply } from '../../../test/answers.ts';
import { choose, dashboardAnswers, openDashboard } from '../../../test/dashboard.ts';
import { testLooks } from '../../../test/looks.ts';
import { aBucket, aPage, idOf, photoIn } from '../../../test/orders.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { expectHeading, expectPath, expectText, holdToast, press } from '../../../test/screen.ts';
import { customer } from '../../../test/users.ts';
import { queryClient } from '../../shared/query.ts';
import { endSession } from '../../shared/session.ts';
import { bucketsKey } from './buckets.api.ts';

const paid = aBucket(1, { status: 'paid', Contents: [photoIn('done', 1)] });
const unpaid = aBucket(2);
const archived = { ...paid, status: 'archived' as const };
const archive = aPage([archived], { archived: true, archivedTotal: 1 });
const article = () => page.getByRole('article');

/** The gallery of a customer with an archived bucket. */
const sets = reply(myBuckets, ({ query }) =>
  query['archived'] === 'true' ? archive : aPage([unpaid], { archivedTotal: 1 }),
);
const openAt = (path: string, ...answers: Parameters<typeof openDashboard>[1][]) =>
  renderPage(path, { user: customer, answers: [...dashboardAnswers([]), ...answers] });

describe('archiving a set', () => {
  test('removes it from the gallery, says so, and links to the archived ones', async () => {
    const server = await openDashboard([paid, unpaid], reply(archiveBucket, { bucket: archived }));
    await expect.element(article()).toHaveLength(2);
    server.answer(sets);
    await choose(/^Archive the set/);
    await expectText('Set archived');
    await expect.element(article()).toHaveLength(1);
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
    expect(server.sent(archiveBucket)[0]?.params).toEqual({ id: idOf(1) });
    await page.getByRole('link', { name: 'Archived sets (1)' }).click();
    await expectPath('/dashboard?archived=true');
    await expectHeading('Archived sets');
    await page.getByRole('button', { name: /^Actions for the set/ }).click();
    await expect.element(page.getByRole('button', { name: /^Bring back the set/ })).toBeVisible();
  });

  test('is offered for paid sets only', async () => {
    await openDashboard([unpaid]);
    await expect.element(article()).toBeVisible();
    await page.getByRole('button', { name: /^Actions for the set/ }).click();
    await expect.element(page.getByRole('button', { name: /^Delete set/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Archive/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: /^Archived sets/ })).not.toBeInTheDocument();
  });

  test('shows the set again with the reason if it is refused, and can be retried', async () => {
    const server = await openDashboard([paid], offline(archiveBucket));
    await choose(/^Archive the set/);
    await holdToast('The server could not be reached.');
    await expect.element(article()).toBeVisible();
    server.answer(refuse(archiveBucket, 'bucket_not_paid'));
    await press('Try again');
    await expectText('This set has not been paid for yet.');
  });

  test('does not show the set to who signs in next if it is refused after the session has ended', async () => {
    const refused = late(refuse(archiveBucket, 'bucket_not_paid'));
    const server = await openDashboard([paid], refused);
    await choose(/^Archive the set/);
    await expect.poll(() => server.sent(archiveBucket)).toHaveLength(1);
    const [archiving] = queryClient.getMutationCache().getAll();
    endSession();
    await expectHeading('Sign in');
    refused.letGo();
    await expect.poll(() => archiving?.state.status).toBe('error');
    expect(queryClient.getQueriesData({ queryKey: bucketsKey })).toEqual([]);
  });
});

describe('the archived sets', () => {
  testLooks('the archived sets', async () => {
    await openAt('/dashboard?archived=true', sets);
    await expectHeading('Archived sets');
    await expect.element(article()).toBeVisible();
  });

  testLooks('a gallery beside which sets are archived', async () => {
    await openAt('/dashboard', sets);
    await expect.element(page.getByRole('link', { name: 'Archived sets (1)' })).toBeVisible();
  });

  test('can be restored, until none is left', async () => {
    const server = await openAt('/dashboard?archived=true', sets, reply(unarchiveBucket, { bucket: paid }));
    await expect.element(article()).toBeVisible();
    server.answer(
      reply(myBuckets, ({ query }) =>
        query['archived'] === 'true' ? aPage([], { archived: true }) : aPage([paid, unpaid]),
      ),
    );
    await choose(/^Bring back the set/);
    await expectText('The set is back in your gallery');
    await expectText('No set is archived.');
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
    await page.getByRole('link', { name: 'Back to the gallery' }).click();
    await expectHeading('Memory Gallery');
    await expect.element(article()).toHaveLength(2);
  });

  test('open from a mail’s link whose set was archived later', async () => {
    await openAt(
      `/dashboard?bucket=${idOf(1)}`,
      reply(myBuckets, ({ query }) => (query['bucket'] === idOf(1) ? archive : aPage([unpaid]))),
    );
    await expectHeading('Archived sets');
    await expect.poll(() => document.activeElement?.id).toBe(`bucket-${idOf(1)}`);
  });

  test('can be reached from an otherwise empty gallery', async () => {
    await openDashboard([], reply(myBuckets, aPage([], { archivedTotal: 2 })));
    await expectHeading('Your gallery is empty: your sets are archived');
    await expect
      .element(page.getByRole('link', { name: 'Archived sets (2)' }))
      .toHaveAttribute('href', '/dashboard?archived=true');
  });
});

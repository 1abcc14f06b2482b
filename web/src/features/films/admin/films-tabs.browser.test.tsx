import { listFailedSets, retryFilm } from '@keepsake/contract/films/failed-sets';
import {
  deleteGeneration,
  deleteGenerations,
  type GenerationDeletion,
  latestGenerationDeletion,
  listFilmReports,
  listGenerations,
  owedFilms,
  retryGenerations,
} from '@keepsake/contract/films/videos';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTab, pageOf } from '../../../../test/admin.ts';
import { type Answer, held, never, refuse, reply } from '../../../../test/answers.ts';
import { expectAccessible, testLooks } from '../../../../test/looks.ts';
import { idOf, longWord } from '../../../../test/orders.ts';
import { expectAlert, expectLoading, expectPath, expectText, press } from '../../../../test/screen.ts';
import { queryClient } from '../../../shared/query.ts';
import { testVariations } from '../../../../test/variations.ts';

const at = '2026-11-20T08:00:00Z';

describe('the failed and owed films', () => {
  const aFilm = (number: number, more = {}) => ({
    id: idOf(number),
    action: { en: 'Smile' },
    number: 1,
    state: 'failed' as const,
    lack: null,
    failureCode: 'moderation',
    failureReason: longWord,
    attempts: 1,
    retryCount: 1,
    lastRetryAt: at,
    mayBeChargedTwice: true,
    ...more,
  });
  const another = { failureCode: 'storage', failureReason: null, mayBeChargedTwice: false };
  const aFailed = (number: number, more: { state?: 'creating' } = {}) => ({
    bucketId: idOf(50 + number),
    customer: { name: 'Anna Kovács', email: 'anna@example.com' },
    paidAt: at,
    photos: [
      {
        id: idOf(number),
        photoUrl: '/gallery/smile.jpg',
        films: [aFilm(60, more), aFilm(61, { ...more, ...another }), aFilm(62, { ...more, ...another })],
      },
    ],
  });
  const anOwed = (number: number) => ({
    id: idOf(number),
    bucketId: idOf(50),
    contentId: null,
    failureCode: 'storage',
    owedAt: at,
  });
  const aReport = {
    id: idOf(1),
    contentId: idOf(2),
    action: { en: 'Wave' },
    lack: 'no_hand' as const,
    faces: 1,
    renderMs: 8_700,
    doneAt: at,
  };
  const nothing = [
    reply(listFailedSets, pageOf([], { failedFilms: 0 })),
    reply(owedFilms, pageOf([])),
    reply(listFilmReports, pageOf([])),
  ];
  const some = [
    reply(listFailedSets, pageOf([aFailed(1)], { failedFilms: 1 }, 21)),
    reply(owedFilms, pageOf([anOwed(1)], {}, 21)),
    reply(listFilmReports, pageOf([aReport])),
  ];
  const open = (...answers: Answer[]) => openTab('videos', [...some, ...answers]);

  testLooks('the failed and owed films', async () => {
    await open();
    await expectText('A nod: no raised, open hand that can be moved');
  });

  test('name what a film shows, or will show, instead of its effect', async () => {
    const set = aFailed(1);
    const [photo] = set.photos;
    if (!photo) throw new Error('The set has no photo');
    const wave = { action: { en: 'Wave' }, agreedAs: 'nod' as const };
    const films = [aFilm(60, wave), aFilm(61, { ...wave, number: 2, state: 'done', lack: 'no_arms' })];
    await open(reply(listFailedSets, pageOf([{ ...set, photos: [{ ...photo, films }] }], { failedFilms: 1 })));
    await expectText('Wave 1: a nod, as agreed.');
    await expectText('Arms in a photo cannot be made to hug, so this film shows a smile instead.');
  });

  test('are loading', async () => {
    await open(never(listFailedSets), never(owedFilms), never(listFilmReports));
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await open(refuse(listFailedSets, 'internal_error'));
    await expectAlert('Something went wrong. Please try again.');
  });

  test('say that nothing has failed', async () => {
    await openTab('videos', nothing);
    await expectText('No film has failed.');
    await expectText('Nothing is owed.');
    await expectText('The built-in renderer has made no film yet.');
    await expect.element(page.getByRole('button', { name: 'Retry all' })).not.toBeInTheDocument();
  });

  test('say why a film is missing, and what was noted', async () => {
    await open();
    for (const words of [
      'The video service’s rules about content do not allow this film.',
      '1 request was sent',
      'Retried 1 time, last:',
      'a retry may be charged a second time',
      '21 films were paid and are owed.',
      'The photo was deleted since.',
      '8.7 s',
    ])
      await expectText(words);
    expect(page.getByText(longWord).element().checkVisibility()).toBe(false);
    await page.getByText('What was noted').click();
    await expectText(longWord);
    await expectAccessible();
  });

  test('link to the order that needs a refund or a new film', async () => {
    await open();
    const credit = page.getByRole('link', { name: 'Make good' });
    await expect.element(credit).toHaveAttribute('href', `/admin?tab=orders&order=${idOf(50)}`);
  });

  test('are retried one by one', async () => {
    const server = await open(refuse(retryFilm, 'retry_not_possible'));
    await page.getByRole('button', { name: 'Retry', exact: true }).first().click();
    await expectText('There is nothing to retry here.');
    server.answer(
      reply(retryFilm, { message: 'ok' }),
      reply(listFailedSets, pageOf([aFailed(1, { state: 'creating' })], { failedFilms: 0 })),
    );
    await press('Retry these 2 films');
    await expectText('The missing films are queued again');
    expect(
      server
        .sent(retryFilm)
        .slice(1)
        .map(({ params }) => params['id']),
    ).toEqual([idOf(61), idOf(62)]);
    await expect.element(page.getByText('Being made')).toHaveLength(3);
    const order = page.getByRole('region', { name: 'anna@example.com' }).getByRole('link', { name: 'Order' });
    await expect.element(order).toHaveAttribute('href', `/admin?tab=orders&order=${idOf(51)}`);
  });

  test('are all retried after a confirmation', async () => {
    const server = await open(reply(retryGenerations, { message: 'ok', retried: 1, skipped: 2 }));
    await press('Retry all');
    const question = page.getByRole('alertdialog', { name: 'Have all missing films made again?' });
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    expect(server.sent(retryGenerations)).toEqual([]);
    await question.getByRole('button', { name: 'Retry all' }).click();
    await expectText('1 film is queued again. 2 films may be charged twice and were left out.');
  });

  test('are paged, each list by itself', async () => {
    const server = await open();
    const pagesOf = (name: string) => page.getByRole('navigation', { name });
    const third = pagesOf('Pages of the failed videos').getByRole('link', { name: 'Page 3' });
    await third.click();
    await expectPath('/admin?tab=videos&page=3');
    await expect.element(third).toHaveAttribute('aria-current', 'page');
    await pagesOf('Pages of the owed films').getByRole('link', { name: 'Next page' }).click();
    await expectPath('/admin?tab=videos&owed=2&page=3');
    await expect.poll(() => server.sent(owedFilms).at(-1)?.query['page']).toBe('2');
    expect(server.sent(listFailedSets).at(-1)?.query['page']).toBe('3');
  });

  test('say that a page beyond the last is empty', async () => {
    await openTab('videos&page=300', [...some, reply(listFailedSets, pageOf([], { failedFilms: 1 }, 21))]);
    await expectText('Nothing is left on this page.');
    await expect
      .element(
        page.getByRole('navigation', { name: 'Pages of the failed videos' }).getByRole('link', { name: 'Page 3' }),
      )
      .toBeVisible();
  });
});

describe('the generations', () => {
  const longId = longWord.replaceAll(/[^A-Za-z]/g, '');
  const aGeneration = {
    id: longId,
    state: 'completed' as const,
    model: 'ray-2',
    request: { model: null, resolution: '720p', duration: '5s', prompt: longWord },
    created_at: at,
    assets: { video_url: 'https://video.example/1.mp4' },
  };
  const some = reply(listGenerations, { generations: [aGeneration], count: 1, has_more: true });
  const none = reply(listGenerations, { generations: [], count: 0, has_more: false });

  const aDeletion = {
    id: idOf(9),
    state: 'running' as const,
    total: null,
    deleted: 0,
    skipped: 0,
    reason: null,
    createdAt: at,
    endedAt: null,
  };
  const openGenerations = (answers: Answer[]) =>
    openTab('generations', [reply(latestGenerationDeletion, { deletion: null }), ...answers]);
  const deletionIs = (change: Partial<GenerationDeletion>) =>
    reply(latestGenerationDeletion, { deletion: { ...aDeletion, ...change } });

  testLooks('the generations', async () => {
    await openGenerations([some]);
    await expectText('1 generation on this page');
  });

  test('are loading', async () => {
    await openGenerations([never(listGenerations)]);
    await expectLoading();
  });

  testVariations([
    { code: 'provider_lacks_this', words: 'The video service does not offer this.' },
    { code: 'provider_unavailable', words: 'The video service cannot be reached right now.' },
  ] as const)('say why they cannot be shown: $code', async ({ code, words }) => {
    await openGenerations([refuse(listGenerations, code)]);
    await expectAlert(words);
  });

  test('have a text if there are none', async () => {
    await openGenerations([none]);
    await expectText('The video service holds no generation.');
    await expect.element(page.getByRole('button', { name: 'Delete all' })).toBeDisabled();
  });

  test('are all deleted after a confirmation, with progress', async () => {
    const server = await openGenerations([some, reply(deleteGenerations, { message: 'ok', deletion: aDeletion })]);
    await press('Delete all');
    await expectText('Are you sure you want to delete all Luma generations? This action cannot be undone.');
    await expectAccessible();
    server.answer(deletionIs({ total: 1200, deleted: 340, skipped: 10 }));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await expectText('Deleting: 350 of 1,200 are done.');
    await expect.element(page.getByRole('progressbar', { name: 'Deletion of all generations' })).toBeVisible();
    await expectAccessible();
    server.answer(none);
    server.answer(deletionIs({ state: 'done', total: 1200, deleted: 1190, skipped: 10, endedAt: at }));
    await expectText('1,190 deleted, 10 kept because orders need them.');
    await expectText('The video service holds no generation.');
  });

  test('that are being deleted are shown so after a late answer, too, that is older', async () => {
    const older = held(latestGenerationDeletion, { deletion: null });
    const done = { ...aDeletion, state: 'done' as const, total: 0, endedAt: at };
    const server = await openGenerations([some, reply(deleteGenerations, { message: 'ok', deletion: done })]);
    await press('Delete all');
    await expect.poll(() => queryClient.getQueryData(['admin', 'generation-deletion'])).toBeNull();
    server.answer(older);
    void queryClient.refetchQueries({ queryKey: ['admin', 'generation-deletion'] });
    await expect.poll(() => server.sent(latestGenerationDeletion)).toHaveLength(2);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await expectText('0 deleted, 0 kept because orders need them.');
    older.letGo();
    await expect.poll(() => queryClient.isFetching({ queryKey: ['admin', 'generation-deletion'] })).toBe(0);
    expect(queryClient.getQueryData(['admin', 'generation-deletion'])).toEqual(done);
  });

  test('whose deletion failed permanently show how far it came and why', async () => {
    await openGenerations([
      some,
      deletionIs({ state: 'failed', total: 1200, deleted: 340, reason: 'HTTP 500', endedAt: at }),
    ]);
    await expectAlert(
      'The deletion of all stopped after 340 of 1,200. You can start it again. The video service said: HTTP 500',
    );
    await expect.element(page.getByRole('button', { name: 'Delete all' })).toBeEnabled();
  });

  describe('that the built-in animator made', () => {
    const film = (url: string) => ({ ...aGeneration, assets: { video_url: url } });
    const made = reply(listGenerations, { generations: [film('/gallery/smile.mp4')], count: 1, has_more: false });

    test('are played in a dialog', async () => {
      await openGenerations([made]);
      await press(`Watch: ${longId}`);
      const video = () => document.querySelector('dialog video') as HTMLVideoElement | null;
      await expect.poll(() => video()?.readyState ?? 0).toBeGreaterThan(0);
      await expectAccessible();
      await userEvent.keyboard('{Escape}');
      await expect.poll(video).toBeNull();
    });

    test('say that they cannot be played, and retry with a new link', async () => {
      const server = await openGenerations([
        reply(listGenerations, { generations: [film('/gallery/nothing.mp4')], count: 1, has_more: false }),
      ]);
      await press(`Watch: ${longId}`);
      await expectAlert('There was a problem playing the video. Please try again.');
      server.answer(made);
      await press('Try again');
      await expect.poll(() => document.querySelector('dialog video')?.getAttribute('src')).toBe('/gallery/smile.mp4');
    });
  });

  test('that an order needs are kept', async () => {
    await openGenerations([some, refuse(deleteGeneration, 'generation_in_use')]);
    await press(`Delete generation ${longId}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectText('This generation still belongs to an order that is being made.');
  });
});

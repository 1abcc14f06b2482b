import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard } from '../../../test/dashboard.ts';
import { aBucket, aFinishedFilm, anOrderedFilm, aPhoto, photoIn } from '../../../test/orders.ts';
import { expectText } from '../../../test/screen.ts';

describe('a film in the gallery', () => {
  test('says what it shows instead of its effect', async () => {
    const film = aFinishedFilm(1, { shows: { faces: 0, lack: 'no_face' } });
    await openDashboard([
      aBucket(1, { status: 'paid', Contents: [photoIn('done', 1, { ProcessedContents: [film] })] }),
    ]);
    await expectText('No face was found in this photo, so the picture itself moves gently instead.');
  });

  test('repeats what was agreed to while the film is made, and once it is finished', async () => {
    const waving = { action: { en: 'Wave' }, agreedAs: 'nod' } as const;
    const versions = (state: 'creating' | 'done') => [
      anOrderedFilm(1, { ...waving, state }),
      anOrderedFilm(2, { ...waving, number: 2, state }),
    ];
    const shows = { faces: 1, lack: 'no_hand' } as const;
    const films = [1, 2].map((number) => aFinishedFilm(number, { number, shows, isAgreed: true }));
    await openDashboard([
      aBucket(1, { status: 'paid', Contents: [photoIn('processing', 1, { versions: versions('creating') })] }),
      aBucket(2, {
        status: 'paid',
        Contents: [photoIn('done', 2, { versions: versions('done'), ProcessedContents: films })],
      }),
    ]);
    await expect.element(page.getByText('Wave: a nod, as agreed.', { exact: true })).toHaveLength(1);
    await expectText(
      'Wave: a nod, as agreed. We found no raised, open hand in the photo that we could move, so this film shows a nod instead.',
    );
  });

  test('repeats a yes to whatever a photo can show only until that is seen', async () => {
    const ordered = (number: number, state: 'creating' | 'done') =>
      anOrderedFilm(number, { action: { en: 'Wave' }, agreedAs: 'possible', number, state });
    const films = [
      aFinishedFilm(2, { number: 2, shows: { faces: 1, lack: 'no_hand' }, isAgreed: true }),
      aFinishedFilm(3, { number: 3, shows: { faces: 1, lack: null } }),
    ];
    const versions = [ordered(1, 'creating'), ordered(2, 'done'), ordered(3, 'done')];
    const photo = photoIn('processing', 1, { versions, ProcessedContents: films });
    await openDashboard([aBucket(1, { status: 'paid', Contents: [photo] })]);
    await expectText('Wave: whatever the photo can show, as agreed.');
    await expectText(/^Wave: a nod, as agreed\. We found no raised/);
    await expect.element(page.getByText(/as agreed/)).toHaveLength(2);
  });

  test('explains each film of one effect of which something else is true', async () => {
    const versions = [1, 2, 3].map((number) =>
      anOrderedFilm(number, { action: { en: 'Wave' }, number, state: 'done' }),
    );
    const shows = { faces: 1, lack: 'no_hand' } as const;
    const films = [
      aFinishedFilm(1, { number: 1, shows, isOwed: true }),
      aFinishedFilm(2, { number: 2, shows }),
      aFinishedFilm(3, { number: 3, shows }),
    ];
    await openDashboard([
      aBucket(1, { status: 'paid', Contents: [photoIn('done', 1, { versions, ProcessedContents: films })] }),
    ]);
    await expect.element(page.getByText(/We found no raised, open hand/)).toHaveLength(2);
    await expect.element(page.getByText(/we owe you a refund or another film/)).toHaveLength(1);
  });

  test('says how many show it, once for the films of one effect of which the same is true', async () => {
    const partly = { of: 'faces', count: 2, total: 3 } as const;
    const versions = [1, 2, 3].map((number) => anOrderedFilm(number, { number, state: 'done' }));
    const films = versions.map(({ number }) =>
      aFinishedFilm(number, { number, shows: { faces: 2, lack: null, ...(number < 3 && { partly }) } }),
    );
    await openDashboard([
      aBucket(1, { status: 'paid', Contents: [aPhoto(1, { status: 'done', versions, ProcessedContents: films })] }),
    ]);
    const film = (name: string) =>
      page.getByRole('list', { name: 'Films of photo-1.jpg' }).getByRole('listitem').filter({ hasText: name });
    await expect.element(film('Smile 2')).toMatchTextContent(/Smile: shown by 2 of 3 faces\.$/);
    await expect.poll(() => page.getByText(/shown by/).elements()).toHaveLength(1);
  });
});

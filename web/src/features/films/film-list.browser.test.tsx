import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard } from '../../../test/dashboard.ts';
import { aBucket, aFinishedFilm, anOrderedFilm, aPhoto } from '../../../test/orders.ts';

test('the gallery says how many show a film, once for the films of one effect of which the same is true', async () => {
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

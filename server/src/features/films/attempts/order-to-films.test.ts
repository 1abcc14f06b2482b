import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'vitest';
import { sql } from 'kysely';
import { allRows } from '../../../../test/statements.ts';
import { sha256 } from '../../../platform/ids.ts';
import { filmsOf, orderFilms } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { startTestVideoService } from '../../../../test/video-service.ts';

const service = await startTestVideoService();

test('a paid order becomes films of the video service, stored byte for byte, and one mail', async (t) => {
  const app = await startTestApp(t, { settings: service.settings });
  const { bucketId, user } = await orderFilms(app, [[2], [1]]);
  await app.drain();

  const films = await filmsOf(app, bucketId);
  assert.deepEqual(
    films.map(({ state, attempts }) => [state, attempts]),
    [
      ['done', 1],
      ['done', 1],
      ['done', 1],
    ],
  );
  for (const { filmKey, filmSha256 } of films) {
    const stored = await buffer(await app.deps.storage.read(filmKey ?? ''));
    assert.deepEqual(sha256(stored), filmSha256);
  }
  const originals = await Promise.all((await service.generations()).map(({ id }) => originalFilm(id)));
  assert.deepEqual(hexes(films.map(({ filmSha256 }) => filmSha256)), hexes(originals.map(sha256)));

  const mails = await allRows(
    app.db,
    sql`select payload from mails where user_id = ${user.id} and kind = 'films-ready'`,
  );
  assert.deepEqual(mails, [{ payload: { done: 3, failed: 0 } }]);
});

async function originalFilm(id: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${new URL(service.url).origin}/assets/${id}.mp4`)).arrayBuffer());
}

function hexes(hashes: (Buffer | null)[]): string[] {
  return hashes.map((hash) => hash?.toString('hex') ?? '').toSorted();
}

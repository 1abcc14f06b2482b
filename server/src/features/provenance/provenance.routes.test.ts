import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { checkFilm, knownFilm } from '@keepsake/contract/films/provenance';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import { drawPhoto } from '../../../test/draw-photo.ts';
import { filmsOf, orderFilms, settled } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { renderFilm } from '../../../test/render-film.ts';
import { startTestVideoService } from '../../../test/video-service.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });

async function check(film: Uint8Array, name = 'film.mp4'): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  form.set('film', new Blob([Uint8Array.from(film)]), name);
  const response = await fetch(`${app.url}${checkFilm.path}`, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const hexOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a film that was delivered', () => {
  test('is known by its fingerprint and by itself, also after it was deleted', async () => {
    const ordered = Date.now();
    const { bucketId } = await orderFilms(app);
    await app.drain();
    const [film] = await settled(app, bucketId);
    assert.equal(film?.state, 'done');
    const bytes = await buffer(await app.deps.storage.read(film?.filmKey ?? ''));
    await runStatement(app.db, sql`delete from buckets where id = ${bucketId}`);
    assert.equal((await filmsOf(app, bucketId)).length, 0);

    const known = await app.call(knownFilm, { params: { fingerprint: hexOf(bytes) } });
    assert.equal(known.data.origin, 'made_here');
    assert.ok(Date.parse(known.data.madeAt ?? '') >= ordered);
    assert.deepEqual((await check(bytes)).body, { origin: 'made_here', madeAt: known.data.madeAt });
    assert.equal((await check(bytes.subarray(0, -1))).body['origin'], 'unknown');
  });
});

test('a film of our renderer that was never ordered carries its mark; one byte more, and it was altered', async (t) => {
  const film = await renderFilm(t.signal);
  assert.equal((await check(film)).body['origin'], 'our_mark');
  assert.equal((await check(Buffer.concat([film, Buffer.from([0])]))).body['origin'], 'altered');
});

describe('what cannot be a film', () => {
  test('is refused by name', async () => {
    const photo = await drawPhoto(800, 600).jpeg().toBuffer();
    const { status, body } = await check(photo, 'photo.mp4');
    assert.deepEqual([status, body['code']], [422, 'not_a_film']);
    assert.equal((await check(Buffer.alloc(0))).status, 422);
  });

  test('is refused if there is none, or if it is no fingerprint', async () => {
    const response = await fetch(`${app.url}${checkFilm.path}`, { method: 'POST', body: new FormData() });
    assert.equal(response.status, 400);
    const wrong = await app.call(knownFilm, { params: { fingerprint: 'abc' } });
    assert.equal(wrong.status, 400);
  });
});

test('an unknown film is answered with "unknown" and nothing else', async () => {
  const known = await app.call(knownFilm, { params: { fingerprint: 'a'.repeat(64) } });
  assert.deepEqual([known.status, known.data], [200, { origin: 'unknown', madeAt: null }]);
});

import { sql } from 'kysely';
import { allRows, runStatement } from './statements.ts';
import type { TestApp } from './harness.ts';

/** Bytes that stand for a film: what is served is compared with them, nobody plays them. */
export const filmBytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));

/** Makes every film of a paid set finished, as if a provider had made it, with a still. @returns their ids in the order of the purchase */
export async function finishFilms(app: TestApp, bucketId: string): Promise<string[]> {
  const films = await allRows<{ id: string }>(
    app.db,
    sql`select id from films where bucket_id = ${bucketId} order by created_at, id`,
  );
  for (const { id } of films) {
    const { bytes, sha256 } = await app.deps.storage.put(`films/${id}.mp4`, filmBytes, 'video/mp4');
    await app.deps.storage.put(`posters/${id}.jpg`, Buffer.from('a still'), 'image/jpeg');
    await runStatement(
      app.db,
      sql`
      update films set state = 'done', started_at = app_now(), done_at = app_now(), film_key = ${`films/${id}.mp4`},
        film_sha256 = ${sha256}, film_bytes = ${bytes}, film_width = 960, film_height = 540, film_duration_ms = 5000,
        poster_key = ${`posters/${id}.jpg`}
      where id = ${id}`,
    );
  }
  return films.map(({ id }) => id);
}

/** Every key in storage. */
export async function storedKeys(app: TestApp): Promise<string[]> {
  const keys = [];
  for (const folder of ['photos/', 'films/', 'posters/']) {
    for await (const key of app.deps.storage.list(folder)) keys.push(key);
  }
  return keys;
}

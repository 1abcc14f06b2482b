import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVideoServiceSandbox } from '@keepsake/sandbox/video-service/video-service-sandbox';
import { createDiskStorage } from '../../../server/src/providers/storage/disk-storage.ts';
import { sql } from 'kysely';
import { Db } from '../../../server/src/platform/database/db.ts';
import { allRows, firstRow, runStatement } from '../../../server/test/statements.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import { photoKey, orderOfBucket } from '../../../server/src/features/photos/photo.queries.ts';
import { createFilms } from '../../../server/src/features/films/create-films.ts';
import { addCustomer } from './fill-database.ts';
import { photoOfColour } from './photos.ts';
import type { Environment } from './environment.ts';

const apiKey = 'luma-key-of-the-bench';

/** A generation as the video service keeps it. */
interface Held {
  generation: { id: string; state: string; created_at: string; request: { callback_url?: string } };
}

export interface FilmShop {
  db: Db;
  /** The product's settings for this service. */
  settings: Record<string, string>;
  /** Creates a paid set of this many photos, one film each. @returns the set, and when it was paid */
  order(photos: number): Promise<{ bucketId: string; paidAt: number }>;
  /** When the creations of a set's films arrived at the service, earliest first. */
  arrivals(bucketId: string): Promise<number[]>;
  /** Number of generations in progress. */
  atWork(): Promise<number>;
  /** Waits until this many films of a set are in a state. */
  until(bucketId: string, state: string, count: number): Promise<void>;
  control(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
}

/** A video service that takes this many milliseconds per film and refuses nothing, with the product's files and database. */
export async function withFilmShop<T>(
  stage: Environment,
  dreamingMs: number,
  work: (shop: FilmShop) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-bench-films-'));
  const storage = await createDiskStorage(join(stage.dataDir, 'media'));
  const photo = await photoOfColour(21);
  const db = new Db({ url: stage.databaseUrl });
  const sandbox = await startVideoServiceSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    apiKey,
    log: createLog('silent', 'video-service'),
    timeline: { queuedMs: 0, dreamingMs },
    limits: { concurrent: 1000, createsPerMinute: 100_000 },
    ffmpegPath: null,
  });
  const control: FilmShop['control'] = async (method, path, body) => {
    const response = await fetch(`${sandbox.origin}/sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const generations = async () => ((await control('GET', 'generations')) as { generations: Held[] }).generations;
  try {
    return await work({
      db,
      control,
      settings: { LUMAAI_API_KEY: apiKey, LUMAAI_BASE_URL: sandbox.url },
      async order(photos) {
        const { id } = await addCustomer(stage.databaseUrl, { sets: 1, photosPerSet: photos });
        const bucket = await firstRow<{ id: string }>(db, sql`select id from buckets where user_id = ${id}`);
        const bucketId = bucket?.id ?? '';
        const rows = await allRows<{ filename: string }>(
          db,
          sql`select filename from photos where bucket_id = ${bucketId}`,
        );
        for (const { filename } of rows) await storage.put(photoKey(filename), photo, 'image/jpeg');
        await runStatement(db, sql`delete from films where bucket_id = ${bucketId}`);
        await db.transaction().execute(async (tx) => {
          await createFilms(tx, bucketId, await orderOfBucket(tx, bucketId));
        });
        return { bucketId, paidAt: Date.now() };
      },
      async arrivals(bucketId) {
        const tokens = await allRows<{ token: string }>(
          db,
          sql`select token from attempts join films on films.id = film_id where bucket_id = ${bucketId}`,
        );
        const ours = (await generations()).filter(({ generation }) =>
          tokens.some(({ token }) => generation.request.callback_url?.includes(token)),
        );
        return ours.map(({ generation }) => Date.parse(generation.created_at)).toSorted((a, b) => a - b);
      },
      atWork: async () =>
        (await generations()).filter(
          ({ generation }) => generation.state === 'queued' || generation.state === 'dreaming',
        ).length,
      async until(bucketId, state, count) {
        for (;;) {
          const rows = await allRows(db, sql`select 1 from films where bucket_id = ${bucketId} and state = ${state}`);
          if (rows.length >= count) return;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      },
    });
  } finally {
    await sandbox.stop();
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

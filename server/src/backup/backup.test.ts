import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, test, type TestContext } from 'vitest';
import { promisify } from 'node:util';
import { deleteBucket, getBucket } from '@keepsake/contract/photos/content';
import pg from 'pg';
import { afterFile } from '../../test/after-file.ts';
import { orderFilms, type FilmOrder } from '../../test/film-order.ts';
import { filmBytes, finishFilms, storedKeys } from '../../test/finished-films.ts';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { startTestObjectStore } from '../../test/object-store.ts';
import { keptFiles } from '../features/media/media.queries.ts';
import { sql } from 'kysely';
import { allRows, firstRow } from '../../test/statements.ts';
import { createLog } from '../platform/log.ts';
import { sha256 } from '../platform/ids.ts';
import { createDiskStorage } from '../providers/storage/disk-storage.ts';
import type { Storage } from '../providers/storage/storage.ts';
import { makeBackup } from './make-backup.ts';
import { filePath, readManifest, tablePath } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

const store = await startTestObjectStore();
const app = await startTestApp(undefined);
const order = await finishedOrder(app);
const log = createLog('silent', 'test');
/** A backup of the app's order, as its command makes it. */
let backup: string;

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'keepsake-backup-'));
  afterFile(() => rm(parent, { recursive: true, force: true }));
  backup = join(parent, 'backup');
  await runCommand('backup', placeOf(app), backup);
});

describe('backup and restore', () => {
  test('bring every account, set and film from disk into a bucket and back onto a disk', async (t) => {
    const first = await command(t, 'backup', placeOf(app));
    assert.match(first.stdout, /Backed up to .*: \d+ rows of \d+ tables, \d+ files/);
    const inBucket = await emptyPlace(t, store.settings(store.freshBucket()));
    const restored = await command(t, 'restore', inBucket, first.folder);
    assert.match(restored.stdout, /^Restored the backup of .*: 1 accounts, 1 sets, 3 finished films; 8 files .*hashes/);
    const second = await command(t, 'backup', inBucket);
    const onDisk = await emptyPlace(t);
    await command(t, 'restore', onDisk, second.folder);
    // Before anybody visits: visits are recorded too.
    assert.deepEqual(await everyTable(onDisk.databaseUrl), await everyTable(app.deps.config.DATABASE_URL ?? ''));

    const diskApp = await startTestApp(t, onDisk);
    for (const restoredApp of [await startTestApp(t, inBucket), diskApp]) await showsEveryFilm(restoredApp, order);
    assert.deepEqual((await storedKeys(diskApp)).toSorted(), (await storedKeys(app)).toSorted());
  });

  test('a restored product continues: invoice numbers, waiting jobs, new orders', async (t) => {
    const place = await emptyPlace(t);
    const storage = await createDiskStorage(join(place.settings['DATA_DIR'] ?? '', 'media'));
    await restoreBackup(place.databaseUrl, storage, await copyOfBackup(t), log);
    const restored = await startTestApp(t, place);
    await restored.call(deleteBucket, { params: { id: order.bucketId }, token: order.user.token });
    await restored.drain();
    assert.deepEqual(await storedKeys(restored), []);
    await showsEveryFilm(restored, await finishedOrder(restored));
  });
});

describe('a backup of a running product', () => {
  test('holds every file that it names although sets are created and deleted while it is made', async (t) => {
    const running = await startTestApp(t);
    const [staying, going] = [await finishedOrder(running), await finishedOrder(running)];
    let coming: FilmOrder | undefined;
    let change: Promise<void> | undefined;
    const isOf = async (key: string, { bucketId }: FilmOrder) =>
      Boolean(await firstRow(running.db, sql`select 1 from films where film_key = ${key} and bucket_id = ${bucketId}`));
    const exchange = async () => {
      coming = await finishedOrder(running);
      await remove(running, going);
    };
    const racing: Storage = {
      ...running.deps.storage,
      async read(key) {
        // While the first files are copied, one set is deleted and one is created; the new one is deleted when its film is about to be copied.
        change ??= exchange();
        await change;
        if (coming && (await isOf(key, coming))) await remove(running, coming);
        return running.deps.storage.read(key);
      },
    };
    const folder = join(await newFolder(t), 'backup');
    const { files, lost, tables } = await makeBackup(running.deps.config.DATABASE_URL ?? '', racing, folder);
    assert.deepEqual(lost, []);
    const kept = (await keptFiles(running.db)).map(({ storageKey }) => storageKey);
    assert.deepEqual(files.map(({ key }) => key).toSorted(), kept.toSorted());
    assert.ok(kept.length > 0 && coming);
    const sets = await readFile(tablePath(folder, { schema: 'public', name: 'buckets' }), 'utf8');
    assert.deepEqual(
      [staying, going, coming].map(({ bucketId }) => sets.includes(bucketId)),
      [true, false, false],
    );
    assert.equal(tables.find(({ name }) => name === 'buckets')?.rows, 1);
    await assert.rejects(readFile(filePath(folder, `films/${going.bucketId}.mp4`)));
  });

  test('lists files that were missing or damaged before, and exits with an error code', async (t) => {
    const running = await startTestApp(t);
    const { bucketId } = await finishedOrder(running);
    const [lost, damaged] = await allRows<{ filmKey: string }>(
      running.db,
      sql`select film_key from films where bucket_id = ${bucketId} order by film_key`,
    );
    await running.deps.storage.remove(lost?.filmKey ?? '');
    await running.deps.storage.put(damaged?.filmKey ?? '', Buffer.from('bit rot'), 'video/mp4');
    const made = await command(t, 'backup', placeOf(running));
    assert.equal(made.code, 1);
    assert.ok(made.stderr.includes(`not in storage: ${lost?.filmKey}`), made.stderr);
    assert.ok(made.stderr.includes(`changed since they were stored: ${damaged?.filmKey}`), made.stderr);
    const again = await command(t, 'restore', await emptyPlace(t), made.folder);
    assert.equal(again.code, 1);
    assert.ok(again.stderr.includes(lost?.filmKey ?? 'no film'), again.stderr);
  });
});

describe('a restore refuses, and changes nothing,', () => {
  test('if the database or the storage is not empty', async (t) => {
    const folder = await copyOfBackup(t);
    const before = await everyTable(app.deps.config.DATABASE_URL ?? '');
    const full = await command(t, 'restore', placeOf(app), folder);
    assert.deepEqual([full.code, full.stderr.split('\n').length], [1, 2]);
    assert.match(full.stderr, /^An empty database is expected: this one has tables in it\. Nothing was changed\.$/m);
    assert.deepEqual(await everyTable(app.deps.config.DATABASE_URL ?? ''), before);
    const place = await emptyPlace(t);
    const used = await command(t, 'restore', { ...place, settings: placeOf(app).settings }, folder);
    assert.match(used.stderr, /^An empty storage is expected: this one has .* in it\. Nothing was changed\.$/m);
    assert.deepEqual(await tablesIn(place.databaseUrl), []);
  });

  test('if the backup is incomplete, altered or not a backup', async (t) => {
    const folder = await copyOfBackup(t);
    const place = await emptyPlace(t);
    const { files } = await readManifest(folder);
    const path = filePath(folder, files[0]?.key ?? '');
    const content = await readFile(path);
    await writeFile(path, content.fill(7, 10, 11));
    assert.match(await refusal(place, folder), /^The backup is damaged: .* differs from its hash in the manifest/);
    await rm(path);
    assert.match(await refusal(place, folder), /^The backup is not whole: .*ENOENT/);
    assert.match(await refusal(place, tmpdir()), /^There is no backup in /);
    await writeFile(join(folder, 'manifest.json'), '{"format":1}');
    assert.match(await refusal(place, folder), /^The backup in .* cannot be read/);
    assert.deepEqual(await tablesIn(place.databaseUrl), []);
  });

  test('a backup made by a newer version', async (t) => {
    const folder = await copyOfBackup(t);
    const manifest = await readManifest(folder);
    const newer = { ...manifest, migrations: [...manifest.migrations, '9999_from_the_future.sql'] };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(newer));
    const refused = await refusal(await emptyPlace(t), folder);
    assert.match(refused, /^A newer version made this backup: this one does not know 9999_from_the_future\.sql/);
  });
});

test('a backup is written only into an empty folder, and covers every column with a storage key', async (t) => {
  const folder = await newFolder(t);
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const refused = makeBackup(app.deps.config.DATABASE_URL ?? '', app.deps.storage, folder);
  await assert.rejects(refused, /^Error: A new or empty folder is expected: .* has files in it\.$/);
  const columns = await allRows<{ name: string }>(
    app.db,
    sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '_key$' and data_type = 'text' order by 1`,
  );
  // Columns that name no stored file, or one whose row is deleted. A new column with a storage key belongs in kept-files.queries.ts.
  const others = ['checkouts.idempotency_key', 'file_removals.storage_key', 'mails.dedupe_key', 'prompts.seed_key'];
  assert.deepEqual(
    columns.map(({ name }) => name).filter((name) => !others.includes(name)),
    [
      'data_exports.storage_key',
      'films.film_key',
      'films.poster_key',
      'invoices.pdf_key',
      'video_config_tests.film_key',
    ],
  );
});

test('both commands name the embedded database if the settings name no other', () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  for (const name of ['backup', 'restore']) {
    const args = [join(import.meta.dirname, `${name}-command.ts`), '/dev/null/backup'];
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: '/dev/null/no-folder' };
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /^DATABASE_URL is not set: this command uses the embedded database in .*no-folder\.\n/);
  }
});

test('a restore that fails while rows are written leaves no row', async (t) => {
  const folder = await copyOfBackup(t);
  const manifest = await readManifest(folder);
  const broken = manifest.tables.map((table) => (table.name === 'films' ? { ...table, rows: 99 } : table));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, tables: broken }));
  const { databaseUrl } = await emptyPlace(t);
  const storage = (await startTestApp(t)).deps.storage;
  await assert.rejects(restoreBackup(databaseUrl, storage, folder, log), /3 rows arrived instead of 99/);
  assert.deepEqual(await everyTable(databaseUrl, 'users'), { users: [] });
});

/** A backup of the app's order, for one test. */
async function copyOfBackup(t: TestContext): Promise<string> {
  const folder = join(await newFolder(t), 'backup');
  await cp(backup, folder, { recursive: true });
  return folder;
}

interface Place {
  databaseUrl: string;
  settings: Record<string, string>;
}

function placeOf({ deps: { config } }: TestApp): Place {
  return { databaseUrl: config.DATABASE_URL ?? '', settings: { DATA_DIR: config.DATA_DIR } };
}

/** A database without tables and a folder without files. */
async function emptyPlace(t: TestContext, settings: Record<string, string> = {}): Promise<Place> {
  const url = new URL(app.deps.config.DATABASE_URL ?? '');
  const name = `restored_${randomBytes(6).toString('hex')}`;
  url.pathname = '/postgres';
  await onDatabase(url.href, (client) => client.query(`create database ${name}`));
  const admin = url.href;
  t.onTestFinished(
    async () => void (await onDatabase(admin, (client) => client.query(`drop database ${name} with (force)`))),
  );
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, settings: { DATA_DIR: await newFolder(t), ...settings } };
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-backup-'));
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  folder: string;
}

/** Why a restore is refused, without a process. */
async function refusal({ databaseUrl, settings }: Place, folder: string): Promise<string> {
  const storage = await createDiskStorage(join(settings['DATA_DIR'] ?? '', 'media'));
  return restoreBackup(databaseUrl, storage, folder, log).then(
    () => 'not refused',
    (error: Error) => error.message,
  );
}

/** Runs the command as npm does. */
async function command(t: TestContext, name: 'backup' | 'restore', place: Place, folder?: string): Promise<Ended> {
  return runCommand(name, place, folder ?? join(await newFolder(t), 'backup'));
}

async function runCommand(name: 'backup' | 'restore', place: Place, target: string): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...place.settings, DATABASE_URL: place.databaseUrl };
  const args = [join(import.meta.dirname, `${name}-command.ts`), target];
  try {
    return { code: 0, folder: target, ...(await promisify(execFile)(process.execPath, args, { env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr, folder: target };
  }
}

async function finishedOrder(shop: TestApp): Promise<FilmOrder> {
  const made = await orderFilms(shop, [[2], [1]]);
  await finishFilms(shop, made.bucketId);
  return made;
}

async function remove(shop: TestApp, { bucketId, user }: FilmOrder): Promise<void> {
  const { status } = await shop.call(deleteBucket, { params: { id: bucketId }, token: user.token });
  if (status !== 200) return;
  for (const { storageKey } of await allRows<{ storageKey: string }>(
    shop.db,
    sql`select storage_key from file_removals`,
  ))
    await shop.deps.storage.remove(storageKey);
}

async function showsEveryFilm(shop: TestApp, { bucketId, user }: FilmOrder): Promise<void> {
  const { data } = await shop.call(getBucket, { params: { id: bucketId }, token: user.token });
  const films = data.bucket.Contents.flatMap(({ ProcessedContents }) => ProcessedContents);
  assert.equal(films.length, 3);
  for (const { downloadUrl, posterUrl } of films) {
    const saved = await fetch(shop.url + downloadUrl);
    assert.deepEqual(sha256(Buffer.from(await saved.arrayBuffer())), sha256(filmBytes));
    assert.equal((await fetch(shop.url + posterUrl)).status, 200);
  }
  for (const { photoUrl } of data.bucket.Contents) assert.equal((await fetch(shop.url + photoUrl)).status, 200);
}

/** Every row as text, sorted by its text. Tables in which processes write about themselves are left out. */
async function everyTable(url: string, only?: string): Promise<Record<string, string[]>> {
  const passing = ['worker_processes', 'rate_limits'];
  return onDatabase(url, async (client) => {
    const rows: Record<string, string[]> = {};
    for (const name of (await tablesIn(url)).filter((one) => !passing.includes(one) && (!only || one === only))) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      rows[name] = name === 'migrations' ? [] : found.rows.map(({ row }) => row);
    }
    return rows;
  });
}

async function tablesIn(url: string): Promise<string[]> {
  return onDatabase(url, async (client) => {
    const found = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    return found.rows.map(({ name }) => name);
  });
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

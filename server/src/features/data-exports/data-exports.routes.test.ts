import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import { deleteAccount } from '@keepsake/contract/accounts/accounts';
import { deleteBucket, renameBucket } from '@keepsake/contract/photos/content';
import { latestDataExport, requestDataExport } from '@keepsake/contract/accounts/data-exports';
import { orderFilms } from '../../../test/film-order.ts';
import { filmBytes, finishFilms } from '../../../test/finished-films.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { runningJob } from '../../../test/running-job.ts';
import { unzip } from '../../../test/unzip.ts';
import { sql, type RawBuilder } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import { removeFilesJob } from '../photos/files/remove-files.job.ts';
import { makeDataExportJob, nameFiles } from './make-data-export.job.ts';
import { sweepDataExportsJob } from './sweep-data-exports.job.ts';

const app = await startTestApp(undefined);

const ask = ({ token }: { token: string | undefined }) => app.call(requestDataExport, { token });
const latest = async ({ token }: TestUser) => (await app.call(latestDataExport, { token })).data.dataExport;

/** A customer with films whose requested export is ready. */
async function exported() {
  const { user, bucketId } = await orderFilms(app, [[2], [1]]);
  await app.call(renameBucket, { params: { id: bucketId }, body: { name: 'By the lake' }, token: user.token });
  await finishFilms(app, bucketId);
  assert.equal((await ask(user)).status, 202);
  assert.equal((await latest(user))?.state, 'waiting');
  await app.drain();
  const made = await latest(user);
  return { user, bucketId, made, download: () => fetch(app.url + (made?.downloadUrl ?? '')) };
}

const exportsInStorage = async () => {
  const keys = [];
  for await (const key of app.deps.storage.list('exports/')) keys.push(key);
  return keys;
};

describe('all data of a customer as one file', () => {
  test('names a film after what it shows, and says what was agreed to', async () => {
    const { user, bucketId } = await orderFilms(app, [[1]]);
    await finishFilms(app, bucketId);
    await runStatement(
      app.db,
      sql`
      update films set agreed_to = 'no_hand', action = '{"en": "Wave"}',
        report = '{"effect": "wave", "faces": 1, "fallback": {"code": "no_hand"}}' where bucket_id = ${bucketId}`,
    );
    await ask(user);
    await app.drain();
    const made = await latest(user);
    const zip = await fetch(app.url + (made?.downloadUrl ?? ''));
    const files = await unzip(Buffer.from(await zip.arrayBuffer()));
    assert.match(files.map(({ name }) => name).join(), /\/1-photo-1-nod-1\.mp4/);
    const records = JSON.parse(files.find(({ name }) => name === 'data.json')?.content.toString() ?? '') as {
      sets: { photos: { films: { effect: string; agreedInstead: string; showsInstead: string }[] }[] }[];
    };
    const [film] = records.sets[0]?.photos[0]?.films ?? [];
    assert.deepEqual([film?.effect, film?.agreedInstead, film?.showsInstead], ['Wave', 'nod', 'nod']);
  });

  test('contains every photo and film byte for byte, and the records about them', async () => {
    const { user, bucketId, made, download } = await exported();
    assert.equal(made?.state, 'ready');
    const response = await download();
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="keepsake-data\.zip"/);
    const zip = Buffer.from(await response.arrayBuffer());
    assert.equal(zip.length, made.bytes);

    const files = await unzip(zip);
    const [data] = files.filter(({ name }) => name === 'data.json');
    const films = files.filter(({ name }) => /^\d{4}-\d\d-\d\d\/[12]-.+-\d+( \(\d\))?\.mp4$/.test(name));
    const photos = files.filter(({ name }) => name.endsWith('.jpg'));
    assert.deepEqual([files.length, films.length, photos.length], [6, 3, 2]);
    for (const { content } of films) assert.deepEqual(content, filmBytes);
    const stored = await allRows<{ sha256: Buffer }>(
      app.db,
      sql`select sha256 from photos where bucket_id = ${bucketId}`,
    );
    assert.equal(stored.length, photos.length);

    const text = data?.content.toString() ?? '';
    const records = JSON.parse(text) as {
      account: { email: string };
      sets: { id: string; name: string; photos: unknown[] }[];
    };
    assert.equal(records.account.email, user.email);
    assert.deepEqual(
      records.sets.map(({ id, name, photos: held }) => [id, name, held.length]),
      [[bucketId, 'By the lake', 2]],
    );
    const secrets = await firstRow<{ hash: string }>(
      app.db,
      sql`select encode(token_hash, 'hex') as hash from sessions where user_id = ${user.id}`,
    );
    assert.ok(secrets && !text.includes(secrets.hash) && !/hash/i.test(text), 'nothing that opens the account');
  });

  test('is announced by one mail, however often it is requested while it is made', async () => {
    const user = await app.createUser();
    const asked = await Promise.all([ask(user), ask(user), ask(user)]);
    assert.equal(new Set(asked.map(({ data }) => data.dataExport.id)).size, 1);
    await app.drain();
    const mails = await app.mails();
    assert.deepEqual(
      mails.filter(({ to }) => to?.[0]?.address === user.email).map(({ subject }) => subject),
      ['Your data is ready to be downloaded'],
    );
  });

  test('is replaced by a newer one, and deleted after its days', async () => {
    const { user, made, download } = await exported();
    const old = await firstRow<{ storageKey: string }>(
      app.db,
      sql`select storage_key from data_exports where user_id = ${user.id}`,
    );
    const { id } = (await ask(user)).data.dataExport;
    await makeDataExportJob.run({ id }, app.deps, { signal: AbortSignal.abort(), attempt: 3 });
    await app.drain();
    const newer = await latest(user);
    assert.equal(newer?.state, 'ready', 'although a worker stopped while it made it');
    assert.notEqual(newer?.id, made?.id);
    assert.equal((await download()).status, 403);
    assert.ok(old && !(await exportsInStorage()).includes(old.storageKey));

    await runStatement(
      app.db,
      sql`update data_exports set expires_at = app_now() - interval '1 second' where user_id = ${user.id}`,
    );
    assert.equal(await latest(user), null);
    assert.equal((await fetch(app.url + (newer?.downloadUrl ?? ''))).status, 403);
  });

  test('is refused to other users', async () => {
    const { made } = await exported();
    const stranger = await app.createUser();
    assert.equal(await latest(stranger), null);
    assert.equal((await ask({ token: undefined })).status, 401);
    const forged = made?.downloadUrl?.replace(/s=[^&]+/, `s=${'A'.repeat(43)}`) ?? '';
    assert.equal((await fetch(app.url + forged)).status, 403);
  });

  test('is deleted with the account', async () => {
    const { user, bucketId, download } = await exported();
    const password = 'under the pear tree';
    await runStatement(
      app.db,
      sql`update users set password_hash = ${await hashPassword(password)} where id = ${user.id}`,
    );
    await app.call(deleteBucket, { params: { id: bucketId }, token: user.token });
    const before = await exportsInStorage();
    assert.equal((await app.call(deleteAccount, { body: { password }, token: user.token })).status, 200);
    await app.drain();
    assert.equal((await download()).status, 403);
    assert.equal((await exportsInStorage()).length, before.length - 1);
  });
});

test('a failed export is shown as failed and leaves no files', async () => {
  const { user, bucketId } = await orderFilms(app);
  const kept = await exportsInStorage();
  const photo = await firstRow<{ filename: string }>(
    app.db,
    sql`select filename from photos where bucket_id = ${bucketId}`,
  );
  await app.deps.storage.remove(`photos/${photo?.filename}`);
  await ask(user);
  await app.drain();
  assert.equal((await latest(user))?.state, 'failed');
  assert.deepEqual(await exportsInStorage(), kept);
  assert.equal((await ask(user)).data.dataExport.state, 'waiting', 'and can be asked for again');
});

test('an export is made again if its file was stored so late that it may be removed', async () => {
  const { user } = await orderFilms(app);
  const { id } = (await ask(user)).data.dataExport;
  const put = app.deps.storage.put;
  vi.spyOn(app.deps.storage, 'put').mockImplementationOnce(async (...given) => {
    const stored = await put(...given);
    await runStatement(app.db, sql`update file_removals set requested_at = now()`);
    return stored;
  });
  await assert.rejects(makeDataExportJob.run({ id }, app.deps, runningJob), /took too long/);
  assert.equal((await latest(user))?.state, 'waiting');
  const late = await exportsInStorage();
  await makeDataExportJob.run({ id }, app.deps, runningJob);
  await removeFilesJob.run({}, app.deps, runningJob);
  assert.equal((await latest(user))?.state, 'ready');
  assert.equal((await exportsInStorage()).length, late.length);
});

test('an export whose process was killed at each attempt fails, and can be asked for again', async () => {
  const user = await app.createUser();
  const { id } = (await ask(user)).data.dataExport;
  /** The state after a sweep that finds the job like this. */
  const swept = async (job: RawBuilder<unknown>) => {
    await runStatement(app.db, sql`update graphile_worker._private_jobs set ${job} where payload ->> 'id' = ${id}`);
    await sweepDataExportsJob.run({}, app.deps, runningJob);
    return (await latest(user))?.state;
  };
  assert.equal(await swept(sql`attempts = 2`), 'waiting', 'before its last attempt');
  assert.equal(await swept(sql`attempts = 3, locked_at = now(), locked_by = 'worker'`), 'waiting', 'during it');
  assert.equal(await swept(sql`locked_at = null, locked_by = null`), 'failed', 'after it');
  const [error] = await allRows(
    app.db,
    sql`select module_name from error_logs order by created_at desc, id desc limit 1`,
  );
  assert.deepEqual(error, { moduleName: 'data-exports' });
  const again = (await ask(user)).data.dataExport;
  assert.notEqual(again.id, id);
  await app.drain();
  assert.equal((await latest(user))?.state, 'ready');
});

test('files with the same name get numbers', () => {
  const at = new Date('2026-11-20T10:00:00Z');
  const photo = { kind: 'photo' as const, storageKey: 'photos/x.jpg', day: at, at, title: null };
  assert.deepEqual(
    nameFiles([
      { ...photo, name: '1-Nagymama képe.JPG' },
      { ...photo, name: '1-nagymama képe.png' },
      { ...photo, kind: 'film', name: '1-Nagymama képe.JPG', title: 'Smile-1' },
      { ...photo, kind: 'invoice', name: 'KS-2026-000001' },
    ]),
    [
      '2026-11-20/1-nagymama-képe.jpg',
      '2026-11-20/1-nagymama-képe (2).jpg',
      '2026-11-20/1-nagymama-képe-smile-1.mp4',
      'invoices/ks-2026-000001.pdf',
    ],
  );
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { api } from '@keepsake/contract/api';
import { listAudit, type AuditAction } from '@keepsake/contract/admin/audit';
import type { Endpoint } from '@keepsake/contract/endpoint';
import { retryInvoice } from '@keepsake/contract/orders/invoice';
import * as notifications from '@keepsake/contract/admin/notifications';
import { setPricing } from '@keepsake/contract/orders/pricing';
import * as prompts from '@keepsake/contract/films/prompts';
import * as videos from '@keepsake/contract/films/videos';
import { orderFilms, settled, work } from '../../../test/film-order.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { paidSet } from '../../../test/invoice-order.ts';
import { startTestVideoService } from '../../../test/video-service.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { deleteGenerationsJob } from '../films/generations/delete-generations.job.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });
const { token } = await app.createUser({ role: 'Admin', name: 'Vera Nagy', email: 'vera@example.com' });

interface AuditedCall {
  endpoint: Endpoint;
  action: AuditAction;
  /** Of its success; 200 unless said otherwise. */
  status?: number;
  /** A second call changes it again. */
  repeats?: boolean;
  /** Makes what is to be changed. @returns the parts of a call that succeeds */
  prepare?(t: TestContext): Promise<{ params?: Record<string, string>; body?: Record<string, unknown> }>;
  /** A call that fails: nothing is written down. */
  failing?: { params?: Record<string, string>; body?: Record<string, unknown> };
}

const noSuchId = { params: { id: newId() } };

const prices = { basePrice: 5, variantPrice: 2, currency: 'EUR' };
const newPrompt = () => ({ imageTheme: 'Statue', action: { en: newId() }, prompt: 'The statue begins to smile.' });
const newPictogram = () => ({ name: `Hat ${newId()}`, icon: 'fa-hat-cowboy' });
const calls: AuditedCall[] = [
  {
    endpoint: videos.retryGeneration,
    action: 'videos.retry',
    prepare: async (t) => ({ params: { id: await failedFilm(t) } }),
    failing: noSuchId,
  },
  {
    endpoint: videos.retryGenerations,
    action: 'videos.retry_all',
    prepare: async (t) => {
      const { photoId } = await failedFilmRow();
      t.onTestFinished(async () => void (await runStatement(app.db, sql`delete from photos where id = ${photoId}`)));
      return {};
    },
  },
  {
    endpoint: videos.resumeVideoMaking,
    action: 'videos.resume',
    prepare: async (t) => {
      await stopMaking(t);
      return {};
    },
  },
  {
    endpoint: videos.deleteGeneration,
    action: 'generations.delete',
    prepare: async (t) => ({ params: { id: await finishedGeneration(t) } }),
    failing: noSuchId,
  },
  { endpoint: videos.deleteGenerations, action: 'generations.delete_all', status: 202 },
  {
    endpoint: retryInvoice,
    action: 'invoices.retry',
    prepare: async () => ({ params: { id: await failedInvoice(app) } }),
    failing: noSuchId,
  },
  {
    endpoint: setPricing,
    action: 'pricing.set',
    repeats: true,
    prepare: async () => ({ body: prices }),
    failing: { body: {} },
  },
  {
    endpoint: prompts.createPrompt,
    action: 'prompts.create',
    status: 201,
    prepare: async () => ({ body: newPrompt() }),
  },
  {
    endpoint: prompts.updatePrompt,
    action: 'prompts.update',
    repeats: true,
    prepare: async () => ({ params: { id: await addPrompt() }, body: newPrompt() }),
    failing: { ...noSuchId, body: newPrompt() },
  },
  {
    endpoint: prompts.deletePrompt,
    action: 'prompts.delete',
    prepare: async () => ({ params: { id: await addPrompt() } }),
    failing: noSuchId,
  },
  {
    endpoint: prompts.createPictogram,
    action: 'pictograms.create',
    status: 201,
    prepare: async () => ({ body: newPictogram() }),
  },
  {
    endpoint: prompts.updatePictogram,
    action: 'pictograms.update',
    repeats: true,
    prepare: async () => ({ params: { key: (await addPictogram()).key }, body: newPictogram() }),
    failing: { params: { key: 'nothing_like_it' }, body: newPictogram() },
  },
  {
    endpoint: prompts.deletePictogram,
    action: 'pictograms.delete',
    prepare: async () => ({ params: { id: (await addPictogram()).id } }),
    failing: noSuchId,
  },
  {
    endpoint: notifications.updateNotificationConfig,
    action: 'notifications.update',
    repeats: true,
    prepare: async () => ({ params: { id: await notificationId() }, body: { isEnabled: false } }),
    failing: { ...noSuchId, body: { isEnabled: false } },
  },
  {
    endpoint: notifications.sendTestNotification,
    action: 'notifications.test',
    repeats: true,
    prepare: async () => ({ params: { id: await notificationId() }, body: {} }),
    failing: { ...noSuchId, body: {} },
  },
  {
    endpoint: videos.setVideoConfig,
    action: 'video_config.set',
    repeats: true,
    prepare: async () => ({ body: { ...(await videoConfig()), loop: true } }),
    failing: { body: {} },
  },
  {
    endpoint: videos.testVideoConfig,
    action: 'video_config.test',
    status: 201,
    prepare: async () => ({ body: await videoConfig() }),
    failing: { body: {} },
  },
];

/** Calls that change nothing, or whose entries are tested in their own feature. */
const elsewhere = [
  'previewPricing',
  'orderPrompts',
  'setRole',
  'signOutUser',
  'resetTotp',
  'grantFilms',
  'recordRefund',
  'makeRefund',
  'archiveAnyBucket',
  'unarchiveAnyBucket',
  'retryFilm',
  'retryOrder',
  'correctInvoice',
  'extendOrder',
  'deleteOrder',
  'sendMailAgain',
  'sendAccountMail',
  'disableUser',
  'enableUser',
  'exportCustomer',
  'deleteCustomer',
  'resolveErrors',
  'pauseVideoMaking',
];

test('every call by which an administrator changes something is listed in this test', () => {
  const known = new Set([...calls.map(({ endpoint }) => endpoint), ...elsewhere]);
  const unknown = api.filter(
    ({ name, endpoint }) =>
      endpoint.access === 'admin' && endpoint.method !== 'GET' && !known.has(endpoint) && !known.has(name),
  );
  assert.deepEqual(
    unknown.map(({ name }) => name),
    [],
  );
  const names = new Set(api.map(({ name }) => name));
  assert.deepEqual(
    elsewhere.filter((name) => !names.has(name)),
    [],
    'are no calls any more',
  );
});

for (const { endpoint, action, status: success = 200, repeats = false, prepare, failing } of calls) {
  test(`${endpoint.method} ${endpoint.path} leaves exactly one entry, and none if it fails`, async (t) => {
    const given = (await prepare?.(t)) ?? {};
    const before = await entries();
    const { status, error } = await app.call(endpoint, { ...given, token });
    assert.equal(status, success, JSON.stringify(error));
    const after = await entries();
    assert.equal(after.length, before.length + 1);
    const entry = after[0];
    assert.deepEqual(
      [entry?.action, entry?.actor.name, entry?.actor.email, entry?.subject],
      [action, 'Vera Nagy', 'vera@example.com', given.params?.['id'] ?? entry?.subject],
    );
    assert.notDeepEqual(entry?.before, entry?.after, 'what it was before is not what it is now');

    if (failing) {
      assert.ok((await app.call(endpoint, { ...failing, token })).status >= 400);
      if (!repeats)
        assert.ok(
          (await app.call(endpoint, { ...given, token })).status >= 400,
          'a second time there is nothing to do',
        );
      assert.equal((await entries()).length, after.length);
    }
  });
}

test('a change and its entry are committed together or not at all, whichever of them fails', async () => {
  const { photoId } = await failedFilmRow();
  const before = await entries();
  await runStatement(
    app.db,
    sql`
    create function fail_now() returns trigger language plpgsql as $$ begin raise exception 'no more room'; end $$`,
  );
  const failing = {
    films: sql`create constraint trigger fail_at_commit after update on films deferrable initially deferred
      for each row execute function fail_now()`,
    audit_log: sql`create constraint trigger fail_at_commit after insert on audit_log deferrable initially deferred
      for each row execute function fail_now()`,
  };
  for (const [table, trigger] of Object.entries(failing)) {
    await runStatement(app.db, trigger);
    const answer = await app.call(videos.retryGeneration, { params: { id: photoId }, token });
    await runStatement(
      app.db,
      table === 'films' ? sql`drop trigger fail_at_commit on films` : sql`drop trigger fail_at_commit on audit_log`,
    );
    assert.equal(answer.status, 500, table);
    assert.equal((await entries()).length, before.length, table);
    const films = await allRows(app.db, sql`select state from films where photo_id = ${photoId}`);
    assert.deepEqual(films, [{ state: 'failed' }], table);
  }
});

test('records what was deleted when the provider interrupts a deletion of all generations', async (t) => {
  // A film that an earlier test had made anew may still be in work at the service: it is one more that is not needed.
  await runStatement(app.db, sql`delete from buckets`);
  // The deletion that an earlier test requested would run beside the films.
  await runStatement(app.db, sql`delete from generation_deletions`);
  await finishedGeneration(t);
  await finishedGeneration(t);
  const held = await heldIds();
  await service.fault({ route: 'DELETE /dream-machine/v1/generations/:id', action: 'error', status: 500, times: 1 });
  const { status, data } = await app.call(videos.deleteGenerations, { token });
  assert.equal(status, 202);
  await deleteGenerationsJob.run({ id: data.deletion.id }, app.deps, { signal: t.signal, attempt: 1 });
  const left = await heldIds();
  assert.equal(left.length, 1);
  const [entry] = await entries();
  assert.deepEqual([entry?.action, entry?.subject], ['generations.delete_all', data.deletion.id]);
  assert.ok(entry);
  const { deleted } = entry.after as { deleted: string[] };
  assert.ok(deleted.length >= 1);
  assert.deepEqual([...deleted, ...left].toSorted(), held.toSorted());
});

async function addPrompt(): Promise<string> {
  const { data } = await app.call(prompts.createPrompt, { body: newPrompt(), token });
  return data.prompt.id;
}

async function addPictogram(): Promise<{ id: string; key: string }> {
  return (await app.call(prompts.createPictogram, { body: newPictogram(), token })).data.suggestion;
}

async function notificationId(): Promise<string> {
  const [first] = (await app.call(notifications.listNotificationConfigs, { token })).data;
  return first?.id ?? '';
}

async function videoConfig() {
  return (await app.call(videos.getVideoConfig, { token })).data.config;
}

async function entries() {
  return (await app.call(listAudit, { query: { limit: 100 }, token })).data.data;
}

async function failedFilm(t: TestContext): Promise<string> {
  // What an earlier test had made anew would take the failure that is meant for this film.
  await runStatement(app.db, sql`delete from buckets`);
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  const { bucketId, photoIds } = await orderFilms(app);
  const worker = await work(t, app);
  await settled(app, bucketId);
  await worker.stop();
  return photoIds[0] ?? '';
}

/** A film that failed without a request to a provider. */
async function failedFilmRow(): Promise<{ photoId: string }> {
  const { photoIds } = await orderFilms(app);
  const fail = sql`update films set state = 'failed', failure_code = 'moderation' where photo_id = ${photoIds[0]}`;
  await runStatement(app.db, fail);
  return { photoId: photoIds[0] ?? '' };
}

async function stopMaking(t: TestContext): Promise<void> {
  t.onTestFinished(async () => void (await runStatement(app.db, sql`delete from provider_pauses`)));
  const pause = sql`
    insert into provider_pauses (provider, provider_url, kind, reason, until)
    select service_provider, service_provider_url, 'account', 'No credit is left.', now() + interval '1 hour' from video_config`;
  await runStatement(app.db, pause);
}

async function finishedGeneration(t: TestContext): Promise<string> {
  const { bucketId } = await orderFilms(app);
  const worker = await work(t, app);
  await settled(app, bucketId);
  await worker.stop();
  const made = sql`
    select provider_generation_id as id from attempts where film_id in (select id from films where bucket_id = ${bucketId})`;
  const row = await firstRow<{ id: string }>(app.db, made);
  return row?.id ?? '';
}

async function heldIds(): Promise<string[]> {
  return (await service.generations()).map(({ id }) => id);
}

async function failedInvoice({ db }: TestApp): Promise<string> {
  const { invoiceId } = await paidSet(app);
  const fail = sql`update invoices set issue_state = 'failed', issue_failure = 'The issuer refused it.' where id = ${invoiceId}`;
  await runStatement(db, fail);
  return invoiceId;
}

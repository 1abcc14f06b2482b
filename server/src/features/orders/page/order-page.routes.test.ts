import assert from 'node:assert/strict';
import {
  correctInvoice,
  deleteOrder,
  extendOrder,
  getOrderPage,
  orderHistory,
  retryOrder,
  sendMailAgain,
} from '@keepsake/contract/admin/order-page';
import { getOrder } from '@keepsake/contract/orders/ledger';
import type { InvoiceFields } from '@keepsake/contract/orders/invoice';
import { getBucket } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { beforeEach, describe, test } from 'vitest';
import { filmsOf } from '../../../../test/film-order.ts';
import { finishFilms } from '../../../../test/finished-films.ts';
import { invoiceData, startTestShop, type Order } from '../../../../test/shop.ts';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';

const shop = await startTestShop();
const { app, admin } = shop;
const { token } = admin;

/** A paid set of two films of one photo and one of another; nothing is made yet. */
async function paidOrder(): Promise<Order & { params: { id: string } }> {
  const order = await shop.newOrder();
  await shop.checkout.pay(await shop.pageOf(order));
  return { ...order, params: { id: order.bucketId } };
}

const fail = (bucketId: string, code = 'moderation') =>
  runStatement(
    app.db,
    sql`update films set state = 'failed', failure_code = ${code}, failure_reason = 'What the service said.', done_at = null
      where bucket_id = ${bucketId} and number = 1`,
  );
const pageOf = async (id: string) => (await app.call(getOrderPage, { params: { id }, token })).data.order;
const audit = (subject: string) =>
  allRows<{ action: string; actorId: string; before: unknown; after: unknown }>(
    app.db,
    sql`select action, actor_id, before, after from audit_log where subject = ${subject} and action <> 'orders.view' order by id`,
  );
const codes = (answers: { status: number; error: { code?: string } }[]) =>
  answers.map(({ status, error }) => (status < 300 ? 'done' : error.code)).toSorted();

beforeEach(() => runStatement(app.db, sql`update notification_configs set is_enabled = true`));

describe('the page of an order', () => {
  test('has the customer, photos, films with attempts and reports, the invoice, and mails', async () => {
    const order = await paidOrder();
    const films = await finishFilms(app, order.bucketId);
    await runStatement(
      app.db,
      sql`update films set report = ${JSON.stringify({ effect: 'smile', faces: 1, fallback: { code: 'no_face' }, msPerStage: { total: 900 } })}::jsonb, agreed_to = 'faces_from_side'
        where id = ${films[0]}`,
    );
    await runStatement(
      app.db,
      sql`insert into attempts (id, film_id, number, token, provider, provider_url, state, request, sent_at, sendable_until, ended_at, failure_code, failure_reason)
        values (${newId()}, ${films[0]}, 1, ${'t'.repeat(22)}, 'luma', 'https://x', 'failed', '{}', app_now(), app_now(), app_now(), 'provider_failed', 'Out of luck.')`,
    );
    const page = await pageOf(order.bucketId);
    assert.deepEqual([page.status, page.deletion, page.hasMoney], ['paid', null, true]);
    const { id, email } = order.user;
    assert.deepEqual([page.customer?.id, page.customer?.email, page.customer?.verified], [id, email, true]);
    assert.deepEqual(
      page.photos.map((photo) => [photo.chosen, photo.films.length]),
      [
        [2, 2],
        [1, 1],
      ],
    );
    const film = page.photos[0]?.films.find((one) => one.id === films[0]);
    assert.deepEqual(film?.report, { lack: 'no_face', faces: 1, renderMs: 900 });
    assert.deepEqual([film.agreedAs, film.film?.isAgreed], ['picture', true]);
    assert.deepEqual(
      film.attempts.map(({ state, provider, failureReason }) => [state, provider, failureReason]),
      [['failed', 'luma', 'Out of luck.']],
    );
    const played = await fetch(`${app.url}${film.film?.url}`);
    assert.deepEqual([played.status, played.headers.get('cache-control')?.split(',')[0]], [200, 'private']);
    assert.equal(page.invoice?.invoice.partnerName, invoiceData.partnerName);
    assert.deepEqual([page.invoice.issue?.state, page.invoice.correctable], ['to_issue', true]);
    assert.deepEqual(
      page.mails.map(({ kind, state, repeatable }) => [kind, state, repeatable]),
      [['order-confirmed', 'queued', false]],
    );
  });

  test('records in the audit log who has seen the photos, once an hour for each administrator', async () => {
    const [order, other] = [await paidOrder(), await app.createUser({ role: 'Admin' })];
    for (const reader of [token, token, other.token])
      assert.equal((await app.call(getOrderPage, { params: order.params, token: reader })).status, 200);
    const third = await app.createUser({ role: 'Admin' });
    await fail(order.bucketId);
    const retried = await app.call(retryOrder, { params: order.params, token: third.token });
    assert.equal(retried.data.order.photos.length, 2, 'the answer to a change shows them as well');
    const looks = sql`select actor_id, after from audit_log where action = 'orders.view' and subject = ${order.bucketId} order by id`;
    assert.deepEqual(await allRows(app.db, looks), [
      { actorId: admin.id, after: { photos: 2 } },
      { actorId: other.id, after: { photos: 2 } },
      { actorId: third.id, after: { photos: 2 } },
    ]);
  });

  test('exists for an unpaid set and for a deleted one without its account, and is 404 otherwise', async () => {
    const open = await shop.newOrder();
    const page = await pageOf(open.bucketId);
    assert.deepEqual([page.status, page.paidAt, page.photos.map(({ chosen }) => chosen)], ['pending', null, [2, 1]]);
    const order = await paidOrder();
    await runStatement(app.db, sql`delete from users where id = ${order.user.id}`);
    const gone = await pageOf(order.bucketId);
    assert.deepEqual([gone.status, gone.customer, gone.photos, gone.mails], ['deleted', null, [], []]);
    assert.equal((await app.call(getOrderPage, { params: { id: newId() }, token })).status, 404);
    assert.equal((await app.call(orderHistory, { params: { id: newId() }, token })).status, 404);
  });

  test('and its actions are for administrators alone', async () => {
    const { user, params } = await paidOrder();
    const body = { email: user.email, fields: invoiceData, revision: 1 };
    for (const call of [
      getOrderPage,
      orderHistory,
      retryOrder,
      correctInvoice,
      extendOrder,
      deleteOrder,
      sendMailAgain,
    ]) {
      const sent = 'body' in call ? { params, body } : { params };
      assert.equal((await app.call(call, sent)).status, 401, call.path);
      assert.equal((await app.call(call, { ...sent, token: user.token })).status, 403, call.path);
    }
    assert.equal((await pageOf(params.id)).status, 'paid');
  });
});

test('the history has the timeline with errors, undelivered mails and what administrators did, which customers do not read', async () => {
  const { bucketId, photoIds, params } = await paidOrder();
  await fail(bucketId);
  await runStatement(
    app.db,
    sql`insert into error_logs (id, created_at, module_name, error_message, photo_id)
      values (${newId()}, app_now(), 'videos', 'It broke.', ${photoIds[0]})`,
  );
  await runStatement(
    app.db,
    sql`update mails set state = 'failed', last_error = 'No such box' where bucket_id = ${bucketId}`,
  );
  assert.equal((await app.call(retryOrder, { params, token })).status, 200);
  const { entries, total } = (await app.call(orderHistory, { params, token })).data;
  assert.equal(entries.length, total);
  const found = entries.filter(({ kind }) => ['error', 'mail_failed', 'changed', 'paid'].includes(kind));
  assert.deepEqual(
    found
      .map(({ kind, code, detail, by }) => ({ kind, code, detail, by }))
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    [
      { kind: 'changed', code: 'orders.retry', detail: null, by: admin.name },
      { kind: 'error', code: 'videos', detail: 'It broke.', by: null },
      { kind: 'mail_failed', code: 'order-confirmed', detail: 'No such box', by: null },
      { kind: 'paid', code: null, detail: null, by: null },
    ],
  );
  const paged = (await app.call(orderHistory, { params, query: { page: 2, limit: 2 }, token })).data;
  assert.deepEqual([paged.total, paged.entries], [total, entries.slice(2, 4)]);
});

test('failed films are retried once, however often the request is repeated', async () => {
  const { bucketId, params } = await paidOrder();
  await fail(bucketId, 'unconfirmed');
  assert.ok((await pageOf(bucketId)).photos[0]?.films.some(({ mayBeChargedTwice }) => mayBeChargedTwice));
  const answers = await Promise.all([1, 2, 3].map(() => app.call(retryOrder, { params, token })));
  assert.deepEqual(codes(answers), ['done', 'retry_not_possible', 'retry_not_possible']);
  assert.equal(answers.find(({ status }) => status === 200)?.data.retried, 2);
  assert.deepEqual((await filmsOf(app, bucketId)).map(({ state }) => state).toSorted(), [
    'queued',
    'retry_pending',
    'retry_pending',
  ]);
  assert.deepEqual(await audit(bucketId), [
    { action: 'orders.retry', actorId: admin.id, before: { failed: 2 }, after: { retried: 2 } },
  ]);
});

describe('keeping a set longer', () => {
  test('moves its deletion by 30 days, once for what was seen, and is in the audit log', async () => {
    const order = await paidOrder();
    const seen = (await pageOf(order.bucketId)).deletionDate ?? '';
    const extend = (given: string) =>
      app.call(extendOrder, { params: order.params, body: { seenDeletionDate: given }, token });
    const until = new Date(Date.parse(seen) + 30 * 86_400_000).toISOString();
    assert.deepEqual(codes(await Promise.all([extend(seen), extend(seen), extend(seen)])), [
      'changed_meanwhile',
      'changed_meanwhile',
      'done',
    ]);
    assert.equal((await pageOf(order.bucketId)).deletionDate, until);
    const { data } = await app.call(getBucket, { params: order.params, token: order.user.token });
    assert.equal(data.bucket.deletionDate, until, 'its customer sees it');
    assert.deepEqual(await audit(order.bucketId), [
      { action: 'orders.extend', actorId: admin.id, before: { deletionDate: seen }, after: { deletionDate: until } },
    ]);
    await runStatement(app.db, sql`delete from buckets where id = ${order.bucketId}`);
    assert.equal((await extend(until)).error.code, 'bucket_deleted');
    assert.equal(
      (await app.call(extendOrder, { params: { id: newId() }, body: { seenDeletionDate: seen }, token })).error.code,
      'not_found',
    );
  });
});

describe('the deletion of an order', () => {
  test('requires the customer’s address, deletes as the customer would, and happens once', async () => {
    const { bucketId, user, params } = await paidOrder();
    const remove = (email: string) => app.call(deleteOrder, { params, body: { email }, token });
    assert.equal((await remove('else@example.com')).error.code, 'address_differs');
    assert.equal((await remove('nothing')).status, 400);
    const answers = await Promise.all([remove(user.email.toUpperCase()), remove(user.email)]);
    assert.deepEqual(codes(answers), ['bucket_deleted', 'done']);
    assert.equal((await app.call(getBucket, { params, token: user.token })).status, 404);
    const page = await pageOf(bucketId);
    assert.deepEqual([page.status, page.deletion?.reason, page.deletion?.photos], ['deleted', 'customer', 2]);
    assert.equal(page.customer?.id, user.id, 'its payment says whose it was');
    assert.deepEqual((await app.call(getOrder, { params, token })).data.order.payments.length, 1);
    assert.equal((await remove(user.email)).error.code, 'bucket_deleted');
    assert.equal((await app.call(retryOrder, { params, token })).error.code, 'bucket_deleted');
    assert.deepEqual(await audit(bucketId), [
      { action: 'orders.delete', actorId: admin.id, before: { status: 'paid', photos: 2 }, after: null },
    ]);
    const { entries } = (await app.call(orderHistory, { params, token })).data;
    assert.deepEqual(
      entries
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'deleted' || kind === 'paid')
        .toSorted(),
      ['deleted', 'paid'],
    );
  });

  test('of an unpaid one expires its payment page', async () => {
    const order = await shop.newOrder();
    await shop.pageOf(order);
    const params = { id: order.bucketId };
    assert.equal((await app.call(deleteOrder, { params, body: { email: order.user.email }, token })).status, 200);
    assert.deepEqual(
      (await shop.sessionsOf(order)).map(({ status }) => status),
      ['expired'],
    );
    assert.equal((await pageOf(order.bucketId)).paidAt, null);
  });
});

describe('the correction of an invoice', () => {
  const fields: InvoiceFields = {
    ...invoiceData,
    partnerName: 'Kovács és Társa',
    partnerTaxNumber: '',
    partnerCountry: 'HU',
    language: 'hu',
    paymentMethod: 'bankcard',
  };
  const correct = (id: string, revision: number, change: Partial<InvoiceFields> = {}) =>
    app.call(correctInvoice, { params: { id }, body: { fields: { ...fields, ...change }, revision }, token });
  const revisionOf = async (id: string) => (await pageOf(id)).invoice?.revision ?? 0;

  test('changes the buyer, and is refused after a faster correction by somebody else', async () => {
    const { bucketId } = await paidOrder();
    const seen = await revisionOf(bucketId);
    const answers = await Promise.all([correct(bucketId, seen), correct(bucketId, seen, { partnerCity: 'Szeged' })]);
    assert.deepEqual(codes(answers), ['changed_meanwhile', 'done']);
    const saved = answers.find(({ status }) => status === 200)?.data.order.invoice?.invoice;
    assert.equal(saved?.partnerName, 'Kovács és Társa');
    const [entry] = await audit(bucketId);
    assert.equal(entry?.action, 'invoices.correct');
    assert.ok(!JSON.stringify(entry).includes('Társa'), 'the audit log, which is kept for ever, names no customer');
    assert.equal((await correct(bucketId, seen)).error.code, 'changed_meanwhile');
    const bad = await correct(bucketId, await revisionOf(bucketId), { partnerName: '' });
    assert.deepEqual([bad.status, Object.keys(bad.error.fields ?? {})], [400, ['fields.partnerName']]);
  });

  test('has a failed one issued, and is refused after it was requested from an issuer', async () => {
    const { bucketId } = await paidOrder();
    await runStatement(
      app.db,
      sql`update invoices set issue_state = 'failed', issue_failure = 'No such city' where bucket_id = ${bucketId}`,
    );
    assert.equal((await pageOf(bucketId)).invoice?.failure, 'No such city');
    const { data } = await correct(bucketId, await revisionOf(bucketId));
    assert.deepEqual([data.order.invoice?.issue?.state, data.order.invoice?.failure], ['to_issue', null]);
    await app.drain();
    const issued = (await pageOf(bucketId)).invoice;
    assert.deepEqual([issued?.issue?.state, issued?.correctable], ['issued', false]);
    const pdf = await fetch(`${app.url}${issued?.issue?.pdfUrl}`);
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
    const late = await correct(bucketId, await revisionOf(bucketId), { partnerCity: 'Pécs' });
    assert.equal(late.error.code, 'invoice_not_correctable');
  });
});

describe('a mail', () => {
  const again = (id: string) => app.call(sendMailAgain, { params: { id }, token });
  const mailOf = async (bucketId: string) => {
    const mail = await firstRow<{ id: string }>(
      app.db,
      sql`select id from mails where bucket_id = ${bucketId} and kind = 'order-confirmed'`,
    );
    return mail?.id ?? '';
  };

  test('is sent again to the current address, once however often the request is repeated', async () => {
    const { bucketId, user } = await paidOrder();
    const id = await mailOf(bucketId);
    assert.equal((await again(id)).error.code, 'mail_waiting');
    await runStatement(app.db, sql`update mails set state = 'failed', last_error = 'No such box' where id = ${id}`);
    await runStatement(app.db, sql`update users set email = ${`new-${user.id}@example.com`} where id = ${user.id}`);
    assert.deepEqual(codes(await Promise.all([again(id), again(id), again(id)])), [
      'done',
      'mail_waiting',
      'mail_waiting',
    ]);
    await app.drain();
    const sent = (await app.mails()).filter(({ to }) => to?.[0]?.address === `new-${user.id}@example.com`);
    assert.ok(sent.length > 0);
    const { mails } = await pageOf(bucketId);
    assert.deepEqual(
      mails.filter(({ kind }) => kind === 'order-confirmed').map(({ kind, state }) => [kind, state]),
      [
        ['order-confirmed', 'sent'],
        ['order-confirmed', 'failed'],
      ],
    );
    assert.deepEqual(
      (await audit(bucketId)).map(({ action, before }) => [action, before]),
      [['mails.send_again', { kind: 'order-confirmed', state: 'failed' }]],
    );
  });

  test('is not sent again if its kind is switched off, it was valid only at that moment, or its set is gone', async () => {
    const { bucketId } = await paidOrder();
    const id = await mailOf(bucketId);
    const become = (kind: string) =>
      runStatement(
        app.db,
        sql`update mails set state = 'sent', sent_at = app_now(), kind = ${kind}, payload = '{"done":1,"failed":0}' where id = ${id}`,
      );
    await become('password-changed');
    assert.equal((await again(id)).error.code, 'mail_not_wanted');
    await become('films-ready');
    await runStatement(app.db, sql`update notification_configs set is_enabled = false`);
    assert.equal((await again(id)).error.code, 'mail_not_wanted');
    await runStatement(app.db, sql`update notification_configs set is_enabled = true`);
    await runStatement(app.db, sql`delete from buckets where id = ${bucketId}`);
    assert.equal((await again(id)).error.code, 'mail_not_wanted');
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { deleteBucket } from '@keepsake/contract/photos/content';
import { deleteAccount } from '@keepsake/contract/accounts/accounts';
import { bucketInvoice, listFailedInvoices, retryInvoice, saveInvoice } from '@keepsake/contract/orders/invoice';
import { invoiceIs, invoiceState, paidSet, workOn, type PaidSet } from '../../../test/invoice-order.ts';
import { pdfWords } from '../../../test/pdf-words.ts';
import { invoiceData, startTestShop, type Order } from '../../../test/shop.ts';
import { until } from '../../../test/until.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import type { InvoiceIssuer } from '../../providers/invoicing/invoice-issuer.ts';
import type { Storage } from '../../providers/storage/storage.ts';
import { removeFilesJob } from '../photos/files/remove-files.job.ts';
import { issueInvoiceJob } from './issue-invoice.job.ts';
import { sweepInvoicesJob } from './sweep-invoices.job.ts';

const shop = await startTestShop();
const { app } = shop;
const jobs = ['issue-invoice', 'send-mail'];

test('a paid set has a numbered invoice to download; the confirmation mail has the same file', async (t) => {
  await workOn(t, app, jobs);
  const order = await paidOrder({ partnerName: 'Őry Ágnes Kft.', partnerTaxNumber: '12345678-1-41', language: 'hu' });
  const issue = await issuedOf(order);
  assert.match(issue.number ?? '', /^KS-\d{4}-\d{6}$/);

  const response = await fetch(app.url + issue.pdfUrl);
  const pdf = Buffer.from(await response.arrayBuffer());
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf']);
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="keepsake-invoice-ks-.*\.pdf"/,
  );
  const words = await pdfWords(pdf);
  for (const part of ['Számla', issue.number ?? '', 'Őry Ágnes Kft.', '12345678-1-41', '11,97 $', 'Minta'])
    assert.ok(words.includes(part), `${part} in ${words}`);
  const row = await firstRow<{ pdfSha256: Buffer }>(
    app.db,
    sql`select pdf_sha256 from invoices where bucket_id = ${order.bucketId}`,
  );
  assert.deepEqual(row?.pdfSha256, createHash('sha256').update(pdf).digest());

  await until(async () => (await mailTo(order)) !== undefined);
  const [attachment] = (await mailTo(order))?.attachments ?? [];
  assert.equal(attachment?.filename, `${issue.number}.pdf`);
  assert.deepEqual(Buffer.from(attachment?.content as ArrayBuffer), pdf);
});

test('each currency has its decimals, each language its texts', async (t) => {
  await workOn(t, app, jobs);
  for (const [language, currency, expected] of [
    ['en', 'USD', ['Invoice', '$4.99', '$11.97']],
    ['hu', 'HUF', ['Számla', '500 Ft', '1200 Ft']],
    ['de', 'EUR', ['Rechnung', '4,99 €', '11,97 €']],
    ['fr', 'GBP', ['Facture', '4,99 £', '11,97 £']],
    ['es', 'EUR', ['Factura', '4,99 €', '11,97 €']],
  ] as const) {
    await shop.setPrices(currency === 'HUF' ? { currency, basePrice: 500, variantPrice: 200 } : { currency });
    const issue = await issuedOf(await paidOrder({ language }));
    const words = await pdfWords(new Uint8Array(await (await fetch(app.url + issue.pdfUrl)).arrayBuffer()));
    for (const part of [issue.number ?? '', 'Kovács Ada', ...expected])
      assert.ok(words.includes(part), `${part} in ${words}`);
  }
  await shop.setPrices();
});

test('only its owner reads the invoice, and its link is valid for that file alone', async (t) => {
  await workOn(t, app, jobs);
  const { user, bucketId, invoiceId } = await paidSet(app);
  const other = await paidSet(app);
  for (const one of [invoiceId, other.invoiceId]) await invoiceIs(app, one, 'issued');
  const stranger = await app.call(bucketInvoice, { params: { id: bucketId }, token: other.user.token });
  assert.equal(stranger.status, 404);
  const { data } = await app.call(bucketInvoice, { params: { id: bucketId }, token: user.token });
  const forged = String(data.issue?.pdfUrl).replace(invoiceId, other.invoiceId);
  assert.equal((await fetch(app.url + forged)).status, 403);
});

test('the invoice and its file outlive the set and the account, and name neither', async (t) => {
  await workOn(t, app, jobs);
  const { user, bucketId, invoiceId } = await paidSet(app);
  const { pdfKey } = await invoiceIs(app, invoiceId, 'issued');
  assert.equal((await app.call(deleteBucket, { params: { id: bucketId }, token: user.token })).status, 200);
  await runStatement(
    app.db,
    sql`update users set password_hash = ${await hashPassword('a long password')} where id = ${user.id}`,
  );
  const gone = await app.call(deleteAccount, { body: { password: 'a long password' }, token: user.token });
  assert.equal(gone.status, 200);
  const row = await firstRow(app.db, sql`select bucket_id, user_id, number from invoices where id = ${invoiceId}`);
  assert.partialDeepStrictEqual(row, { bucketId: null, userId: null });
  assert.ok((await buffer(await app.deps.storage.read(pdfKey ?? ''))).length > 1000);
});

test('a set deleted the moment it was paid still gets its invoice', async (t) => {
  const { bucketId, invoiceId } = await paidSet(app);
  await runStatement(app.db, sql`delete from buckets where id = ${bucketId}`);
  await workOn(t, app, jobs);
  assert.ok((await invoiceIs(app, invoiceId, 'issued')).number);
});

test('a free order has no invoice', async (t) => {
  await workOn(t, app, jobs);
  await shop.setPrices({ packageDiscounts: { 1: 100 } });
  const order = await shop.newOrder([[1]]);
  assert.equal((await shop.start(order)).status, 200);
  await shop.setPrices();
  await until(async () => (await mailTo(order)) !== undefined);
  const { data } = await app.call(bucketInvoice, { params: { id: order.bucketId }, token: order.user.token });
  assert.equal(data.issue, null);
  assert.deepEqual((await mailTo(order))?.attachments, []);
});

test('the sweep finds invoices whose job was lost or never enqueued', async (t) => {
  const [adopted, lost] = [await paidSet(app), await paidSet(app)];
  await runStatement(app.db, sql`update invoices set issue_state = null, lines = null where id = ${adopted.invoiceId}`);
  await allRows(app.db, sql`select graphile_worker.remove_job('invoice:' || id) from invoices`);
  await sweepInvoicesJob.run({}, app.deps, runningJob);
  await workOn(t, app, jobs);
  for (const { invoiceId } of [adopted, lost]) await invoiceIs(app, invoiceId, 'issued');
});

test('an invoice that cannot be issued is reported to administrators, who retry it', async (t) => {
  const { invoiceId, user } = await paidSet(app);
  await runStatement(app.db, sql`update invoices set partner_city = '東京' where id = ${invoiceId}`);
  await workOn(t, app, jobs);
  assert.match((await invoiceIs(app, invoiceId, 'failed')).failure ?? '', /buyer\.city/);
  const failed = async () => (await app.call(listFailedInvoices, { token: shop.admin.token })).data;
  const { data, total } = await failed();
  const invoice = data.find(({ id }) => id === invoiceId);
  assert.ok(invoice && total === data.length);
  assert.match(invoice.reason, /buyer\.city/);
  assert.deepEqual(await amountOf(invoiceId), { amount: invoice.amount, currency: invoice.currency });
  assert.equal((await app.call(listFailedInvoices, { token: user.token })).status, 403);
  await runStatement(app.db, sql`update invoices set partner_city = 'Tokyo' where id = ${invoiceId}`);
  const params = { id: invoiceId };
  assert.equal((await app.call(retryInvoice, { params, token: user.token })).status, 403);
  assert.equal((await app.call(retryInvoice, { params, token: shop.admin.token })).status, 200);
  assert.ok((await invoiceIs(app, invoiceId, 'issued')).number);
  const again = await app.call(retryInvoice, { params, token: shop.admin.token });
  assert.equal(again.error.code, 'retry_not_possible');
  assert.ok(!(await failed()).data.some(({ id }) => id === invoiceId), 'it is no longer listed');
});

test('a PDF whose invoice was not marked as issued is removed again, and the one of the next attempt stays', async () => {
  const { invoiceId } = await paidSet(app);
  const lost: string[] = [];
  const storage: Storage = {
    ...app.deps.storage,
    put: async (key, source, contentType) => {
      await app.deps.storage.put(key, source, contentType);
      lost.push(key);
      throw new Error('and here it ends');
    },
  };
  const sizeOf = async (key: string | null | undefined) => app.deps.storage.size(key ?? '');
  await issueInvoiceJob.run({ invoiceId }, { ...app.deps, storage }, runningJob);
  assert.equal((await invoiceState(app, invoiceId)).state, 'issuing');
  assert.ok(await sizeOf(lost[0]));
  await issueInvoiceJob.run({ invoiceId }, app.deps, runningJob);
  const { state, pdfKey } = await invoiceState(app, invoiceId);
  assert.equal(state, 'issued');
  await runStatement(app.db, sql`update file_removals set requested_at = now()`);
  await removeFilesJob.run({}, app.deps, runningJob);
  assert.equal(await sizeOf(lost[0]), undefined);
  assert.ok(await sizeOf(pdfKey));
});

/** In major units, of an invoice in a currency with two decimals. */
function amountOf(invoiceId: string) {
  return firstRow(app.db, sql`select amount / 100.0::float8 as amount, currency from invoices where id = ${invoiceId}`);
}

test('a confirmation mail waits for the invoice for a limited time, then says that it follows', async (t) => {
  const order = await paidOrder({});
  await runStatement(
    app.db,
    sql`update mails set created_at = created_at - interval '1 minute' where bucket_id = ${order.bucketId}`,
  );
  await workOn(t, app, ['send-mail']);
  await until(async () => (await mailTo(order)) !== undefined);
  const mail = await mailTo(order);
  assert.deepEqual(mail?.attachments, []);
  assert.match(mail?.text ?? '', /Your invoice is still being issued/);
  const { data } = await app.call(bucketInvoice, { params: { id: order.bucketId }, token: order.user.token });
  assert.deepEqual(data.issue, { state: 'to_issue', number: null, pdfUrl: null, correctable: true });
});

async function paidOrder(change: object): Promise<Order> {
  const order = await shop.newOrder();
  const { data } = await shop.start(order, { invoiceData: { ...invoiceData, ...change } });
  await shop.checkout.pay(data.url);
  await until(async () => (await shop.state(order)).status === 'paid');
  return order;
}

async function issuedOf(order: Order) {
  const row = await firstRow<{ id: string }>(app.db, sql`select id from invoices where bucket_id = ${order.bucketId}`);
  await invoiceIs(app, row?.id ?? '', 'issued');
  const { data } = await app.call(bucketInvoice, { params: { id: order.bucketId }, token: order.user.token });
  if (!data.issue) throw new Error(`No invoice: ${JSON.stringify(await invoiceState(app, row?.id ?? ''))}`);
  return data.issue;
}

async function mailTo(order: Order) {
  return (await app.mails()).find(({ to }) => to?.[0]?.address === order.user.email);
}

describe('the buyer of a paid set', () => {
  const corrected = { ...invoiceData, partnerName: 'Nagy Éva', partnerCountry: 'AT', language: 'de' };
  const correct = ({ user, bucketId }: PaidSet, token = user.token) =>
    app.call(saveInvoice, { body: { ...corrected, bucketId }, token });
  const seen = async ({ user, bucketId }: PaidSet) =>
    (await app.call(bucketInvoice, { params: { id: bucketId }, token: user.token })).data;

  test('can be corrected if the invoice could not be issued, which then is issued', async (t) => {
    const set = await paidSet(app);
    await runStatement(app.db, sql`update invoices set partner_city = '京都市' where id = ${set.invoiceId}`);
    await workOn(t, app, jobs);
    await invoiceIs(app, set.invoiceId, 'failed');
    assert.partialDeepStrictEqual((await seen(set)).issue, { state: 'failed', correctable: true });

    const stranger = await app.createUser();
    assert.equal((await correct(set, stranger.token)).status, 404);
    const { status, data } = await correct(set);
    assert.deepEqual([status, data.invoiceId, data.invoice.partnerName], [200, set.invoiceId, 'Nagy Éva']);
    await invoiceIs(app, set.invoiceId, 'issued');
    const { issue, invoice } = await seen(set);
    assert.deepEqual([issue?.correctable, invoice.currency, invoice.partnerCity], [false, 'EUR', 'Budapest']);
    const words = await pdfWords(new Uint8Array(await (await fetch(app.url + issue?.pdfUrl)).arrayBuffer()));
    for (const part of ['Rechnung', 'Nagy Éva', '5,00 €']) assert.ok(words.includes(part), `${part} in ${words}`);
    const again = await correct(set);
    assert.deepEqual([again.status, again.error.code], [409, 'bucket_not_editable']);
  });

  test('can be corrected until the issuer was called, and not once it may have issued the invoice', async () => {
    const set = await paidSet(app);
    assert.equal((await seen(set)).issue?.correctable, true);
    assert.equal((await correct(set)).status, 200);
    for (const state of ['issuing', 'unknown', 'failed']) {
      await runStatement(
        app.db,
        sql`
        update invoices set issue_state = ${state}, issue_failure = 'x', requested_at = now(), sendable_until = now() where id = ${set.invoiceId}`,
      );
      assert.deepEqual([(await correct(set)).status, (await seen(set)).issue?.correctable], [409, false], state);
    }
  });

  test('that is corrected while the issuer prepares appears on the invoice', async (t) => {
    const set = await paidSet(app);
    const { current } = app.deps.issuers;
    const slow: InvoiceIssuer = {
      ...current,
      prepare: async (order) => {
        assert.equal((await correct(set)).status, 200);
        return current.prepare(order);
      },
    };
    const deps = { ...app.deps, issuers: { current: slow, named: () => slow } };
    await issueInvoiceJob.run({ invoiceId: set.invoiceId }, deps, { signal: t.signal, attempt: 1 });
    assert.deepEqual((await invoiceState(app, set.invoiceId)).state, 'to_issue');
    await workOn(t, app, jobs);
    await invoiceIs(app, set.invoiceId, 'issued');
    const { issue } = await seen(set);
    const words = await pdfWords(new Uint8Array(await (await fetch(app.url + issue?.pdfUrl)).arrayBuffer()));
    assert.ok(words.includes('Nagy Éva'), words);
  });
});

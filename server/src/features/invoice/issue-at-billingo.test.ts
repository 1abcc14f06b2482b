import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { bucketInvoice, retryInvoice } from '@keepsake/contract/orders/invoice';
import { documentRoute, lookupRoute, startTestBillingo, type TestBillingo } from '../../../test/billingo.ts';
import { startTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { invoiceIs, invoiceState, paidSet, toldOf, workOn, type PaidSet } from '../../../test/invoice-order.ts';
import type { TestFault } from '../../../test/sandbox-controls.ts';
import { startWorkerProcess } from '../../../test/worker-process.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';

const billingo = await startTestBillingo();
const app = await startTestApp(undefined, { settings: billingo.settings });
const admin = await app.createUser({ role: 'Admin' });
const jobs = ['issue-invoice'];

beforeEach(async () => {
  await billingo.clearFaults();
  await billingo.plan({ pdfWaits: 0, lookupLagMs: 0 });
});

test('an invoice is issued by Billingo, and downloaded from Keepsake once its PDF exists', async (t) => {
  await billingo.plan({ pdfWaits: 1 });
  const order = await paidSet(app, 'EUR');
  await workOn(t, app, jobs);
  const { number, requests } = await invoiceIs(app, order.invoiceId, 'issued');
  const [document, ...others] = await documentsOf(order);
  assert.equal(others.length, 0);
  assert.deepEqual([number, requests], [document?.document.invoice_number, 1]);
  const { data } = await app.call(bucketInvoice, { params: { id: order.bucketId }, token: order.user.token });
  const response = await fetch(app.url + data.issue?.pdfUrl);
  assert.equal(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
});

describe('one document, although', () => {
  const faults: Record<string, { fault: TestFault; requests: number }> = {
    'the answer is lost': { fault: { route: documentRoute, action: 'drop', phase: 'after' }, requests: 1 },
    'the answer is cut in its middle': { fault: { route: documentRoute, action: 'cut', phase: 'after' }, requests: 1 },
    'the work is done and 500 answered': {
      fault: { route: documentRoute, action: 'error', phase: 'after' },
      requests: 1,
    },
    '503 is answered and nothing done': { fault: { route: documentRoute, action: 'error', status: 503 }, requests: 2 },
    'the request is lost': { fault: { route: documentRoute, action: 'drop' }, requests: 2 },
  };
  for (const [name, { fault, requests }] of Object.entries(faults)) {
    const tags = ['the answer is cut in its middle', 'the work is done and 500 answered'].includes(name)
      ? ['full']
      : [];
    test(name, { tags }, async (t) => {
      await billingo.fault(fault);
      const order = await paidSet(app, 'HUF');
      await workOn(t, app, jobs);
      const state = await invoiceIs(app, order.invoiceId, 'issued');
      assert.equal(state.requests, requests);
      assert.equal((await documentsOf(order)).length, 1);
      assert.match((await toldOf(app, order.invoiceId)).entries.join('\n'), /not known whether it was issued/);
    });
  }

  test('the answer is lost and lookups fail for a while', async (t) => {
    await billingo.fault({ route: documentRoute, action: 'drop', phase: 'after' });
    await billingo.fault({ route: lookupRoute, action: 'error', status: 503, skip: 1, times: 3 });
    const order = await paidSet(app, 'HUF');
    await workOn(t, app, jobs);
    await invoiceIs(app, order.invoiceId, 'issued');
    assert.equal((await documentsOf(order)).length, 1);
  });

  test('the document was made by hand under our reference', async (t) => {
    const order = await paidSet(app, 'HUF');
    await billingo.fault({ route: documentRoute, action: 'error', status: 422, body: '{"message":"no"}' });
    const worker = await workOn(t, app, jobs);
    await invoiceIs(app, order.invoiceId, 'failed');
    await worker.stop();
    await makeByHand(billingo, order);
    assert.equal((await app.call(retryInvoice, { params: { id: order.invoiceId }, token: admin.token })).status, 200);
    await workOn(t, app, jobs);
    assert.equal((await invoiceIs(app, order.invoiceId, 'issued')).requests, 0);
    assert.equal((await documentsOf(order)).length, 1);
  });

  test('a worker is killed after Billingo has made it and before the answer is recorded', async (t) => {
    await billingo.fault({ route: documentRoute, action: 'delay', phase: 'after', delayMs: 4000 });
    const order = await paidSet(app, 'HUF');
    const killed = await startWorkerProcess(t, app);
    await until(async () => (await documentsOf(order)).length === 1);
    await killed.signal('SIGKILL');
    assert.equal((await invoiceState(app, order.invoiceId)).state, 'issuing');
    await startWorkerProcess(t, app);
    assert.equal((await invoiceIs(app, order.invoiceId, 'issued')).requests, 1);
    assert.equal((await documentsOf(order)).length, 1);
  });

  test('a worker is killed after the request was sent and before it arrives', { tags: ['full'] }, async (t) => {
    await billingo.fault({ route: documentRoute, action: 'drop', delayMs: 4000 });
    const order = await paidSet(app, 'HUF');
    const killed = await startWorkerProcess(t, app);
    await until(async () => (await invoiceState(app, order.invoiceId)).requests === 1);
    await killed.signal('SIGKILL');
    await startWorkerProcess(t, app);
    await invoiceIs(app, order.invoiceId, 'issued');
    assert.equal((await documentsOf(order)).length, 1);
  });
});

test('several invoices of one buyer have one partner', async (t) => {
  const orders = [await paidSet(app, 'HUF'), await paidSet(app, 'HUF'), await paidSet(app, 'HUF')];
  await workOn(t, app, jobs);
  for (const { invoiceId } of orders) await invoiceIs(app, invoiceId, 'issued');
  const partners = (await billingo.partners()).filter(({ name }) => name === 'Kovács Ada');
  assert.equal(partners.length, 1);
});

test('a refusal names the field, to administrators and by mail, and is not repeated', async (t) => {
  const body = '{"message":"Invalid.","errors":[{"field":"items.0.vat","message":"is not allowed"}]}';
  await billingo.fault({ route: documentRoute, action: 'error', status: 422, body });
  const order = await paidSet(app, 'HUF');
  await workOn(t, app, jobs);
  assert.match((await invoiceIs(app, order.invoiceId, 'failed')).failure ?? '', /items\.0\.vat: is not allowed/);
  const { entries, mails } = await toldOf(app, order.invoiceId);
  assert.deepEqual([entries.length, mails], [1, 1]);
  assert.deepEqual(await documentsOf(order), []);
});

test('a refused account pauses all invoices with one alert, and they resume when it is accepted again', async (t) => {
  await billingo.fault({
    route: lookupRoute,
    action: 'error',
    status: 402,
    body: '{"error":{"message":"No subscription."}}',
    times: 3,
  });
  const orders = [await paidSet(app, 'HUF'), await paidSet(app, 'HUF')];
  await runStatement(app.db, sql`delete from issuer_pauses`);
  await workOn(t, app, jobs);
  await until(async () => (await toldOf(app, 'No subscription')).mails > 0);
  for (const { invoiceId } of orders) await invoiceIs(app, invoiceId, 'issued');
  const { entries, mails } = await toldOf(app, 'No subscription');
  assert.deepEqual([entries.length, mails], [1, 1]);
});

test('after "too many requests" the next request waits as long as Billingo says', async (t) => {
  const headers = { 'retry-after': '2' };
  await billingo.fault({ route: documentRoute, action: 'error', status: 429, headers });
  const order = await paidSet(app, 'HUF');
  const begun = Date.now();
  await workOn(t, app, jobs);
  await invoiceIs(app, order.invoiceId, 'issued');
  assert.ok(Date.now() - begun >= 2000);
  assert.equal((await documentsOf(order)).length, 1);
  assert.deepEqual((await toldOf(app, order.invoiceId)).entries, []);
});

function documentsOf({ invoiceId }: PaidSet) {
  return billingo.documents(`invoice-${invoiceId}`);
}

/** What a bookkeeper does at Billingo's own pages. */
async function makeByHand({ url, settings }: TestBillingo, { invoiceId }: PaidSet): Promise<void> {
  const [partner] = await billingo.partners();
  const day = '2026-11-20';
  const item = { name: 'Photos', unit_price: 500, unit_price_type: 'gross', quantity: 1, unit: 'db', vat: '27%' };
  const response = await fetch(`${url}/documents`, {
    method: 'POST',
    headers: { 'x-api-key': settings['BILLINGO_API_KEY'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({
      vendor_id: `invoice-${invoiceId}`,
      partner_id: partner?.id,
      block_id: 7,
      type: 'invoice',
      fulfillment_date: day,
      due_date: day,
      payment_method: 'bankcard',
      language: 'hu',
      currency: 'HUF',
      items: [item],
    }),
  });
  assert.equal(response.status, 201);
}

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { documentRoute, lookupRoute, startTestBillingo } from '../../../test/billingo.ts';
import { createBillingoIssuer } from './billingo-issuer.ts';
import { InvoicingError, type InvoicingFailure } from './invoice-issuer.ts';
import { describeIssuer, issueOnce, testOrder } from './invoice-issuer.suite.ts';

const billingo = await startTestBillingo();
const options = {
  apiKey: billingo.settings['BILLINGO_API_KEY'] ?? '',
  apiBase: billingo.url,
  blockId: undefined,
  vat: '27%',
  entitlement: undefined,
  settleMs: 0,
};
const issuer = createBillingoIssuer(options);

beforeEach(async () => {
  await billingo.clearFaults();
  await billingo.plan({ pdfWaits: 0, lookupLagMs: 0 });
});

describeIssuer('Billingo', async () => issuer);

describe('a document at Billingo', () => {
  test('has prices in whole forints or cents that add up, English in place of Spanish, and an exchange rate for other currencies', async () => {
    const forints = testOrder({ currency: 'HUF' });
    const pounds = testOrder({ currency: 'GBP', language: 'es' });
    for (const order of [forints, pounds]) await issueOnce(issuer, order);
    const [inForints] = await billingo.documents(forints.reference);
    const [inPounds] = await billingo.documents(pounds.reference);
    assert.deepEqual(
      inForints?.body.items.map(({ name, unit_price: price }) => [name, price]),
      [
        ['Megelevenített fényképek (12)', 5119],
        ['További filmek (5)', 898],
      ],
    );
    assert.equal(inForints?.body.conversion_rate, undefined);
    assert.deepEqual(
      inPounds?.body.items.map(({ name, unit_price: price }) => [name, price]),
      [
        ['Animated photos (12)', 51.19],
        ['Further films (5)', 8.98],
      ],
    );
    assert.deepEqual([inPounds?.body.language, inPounds?.body.conversion_rate], ['en', 442.9]);
    assert.deepEqual([inForints?.document.gross_total, inPounds?.document.gross_total], [6017, 60.17]);
  });

  test('shares its partner only with documents of the same buyer', async () => {
    const { buyer } = testOrder();
    const named = (name: string, address = buyer.address) => testOrder({ buyer: { ...buyer, name, address } });
    for (const order of [named('Same'), named('Same'), named('Same', 'Elsewhere 2.'), named('Same Again')])
      await issueOnce(issuer, order);
    const names = (await billingo.partners()).map(({ name }) => name).filter((name) => name.startsWith('Same'));
    assert.deepEqual(names, ['Same', 'Same', 'Same Again']);
  });

  test('has its PDF only once Billingo has made it', async () => {
    await billingo.plan({ pdfWaits: 1 });
    const { documentId } = await issueOnce(issuer, testOrder());
    assert.deepEqual(await issuer.pdf(documentId), { retryAfterMs: 1000 });
    assert.ok((await issuer.pdf(documentId)) instanceof Uint8Array);
  });
});

describe('an answer of Billingo is classified', () => {
  const answers: [status: number, body: string, failure: InvoicingFailure, message: RegExp][] = [
    [401, '{"error":{"message":"Unauthorized."}}', 'account', /401.*Unauthorized/],
    [402, '{"error":{"message":"No subscription."}}', 'account', /402.*No subscription/],
    [
      422,
      '{"message":"Invalid.","errors":[{"field":"items.0.vat","message":"is wrong"}]}',
      'refused',
      /items\.0\.vat: is wrong/,
    ],
    [429, '', 'busy', /429/],
    [500, '{"error":{"message":"Oops","trace_id":"1"}}', 'unknown', /500/],
    [201, 'no json', 'unknown', /without JSON/],
    [201, '{"id":"a"}', 'unknown', /another shape/],
  ];
  for (const [status, body, failure, message] of answers) {
    test(`HTTP ${status} ${body.slice(0, 12)} is ${failure}`, async () => {
      await billingo.fault({ route: documentRoute, action: 'error', status, body, headers: { 'retry-after': '7' } });
      const error = await issueOnce(issuer, testOrder()).catch((caught: unknown) => caught);
      assert.ok(error instanceof InvoicingError);
      assert.equal(error.failure, failure);
      assert.match(error.message, message);
      if (failure === 'busy') assert.equal(error.retryAfterMs, 7000);
    });
  }

  test('a connection that breaks after the request was sent is unknown', async () => {
    await billingo.fault({ route: documentRoute, action: 'drop', phase: 'after' });
    const order = testOrder();
    await assert.rejects(issueOnce(issuer, order), { failure: 'unknown' });
    assert.equal((await issuer.find(order.reference))?.total, order.total);
  });

  test('a request after its deadline is not sent', async () => {
    const order = testOrder();
    const preparation = await issuer.prepare(order);
    await assert.rejects(issuer.issue(order, preparation, { sendBefore: performance.now() - 1 }), {
      failure: 'not_sent',
    });
    assert.deepEqual(await billingo.documents(order.reference), []);
  });

  test('a refused connection is not_sent', async () => {
    const nobody = createBillingoIssuer({ ...options, apiBase: 'http://127.0.0.1:9/v3' });
    await assert.rejects(nobody.find('x'), { failure: 'not_sent' });
  });

  test('a failed lookup does not count as "not found"', async () => {
    await billingo.fault({ route: lookupRoute, action: 'error', status: 503 });
    await assert.rejects(issuer.find('x'), { failure: 'unknown' });
  });
});

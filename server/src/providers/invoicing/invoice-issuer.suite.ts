import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { pdfWords } from '../../../test/pdf-words.ts';
import type { InvoiceIssuer, InvoiceOrder, IssuedInvoice } from './invoice-issuer.ts';

/** An order with every kind of line: 60.17 of the currency, or forints. */
export function testOrder(change: Partial<InvoiceOrder> = {}): InvoiceOrder {
  const step = change.currency === 'HUF' ? 100 : 1;
  return {
    reference: `invoice-${newId()}`,
    language: 'hu',
    currency: 'EUR',
    total: 6017 * step,
    lines: [
      { kind: 'base', quantity: 12, unitPrice: 499 * step, amount: 5988 * step },
      { kind: 'volume_discount', quantity: 12, percent: 10, amount: -599 * step },
      { kind: 'variants', quantity: 5, unitPrice: 199 * step, amount: 995 * step },
      { kind: 'variant_discount', quantity: 5, percent: 5, amount: -50 * step },
      { kind: 'package_discount', quantity: 17, percent: 5, amount: -317 * step },
    ],
    buyer: {
      name: 'Őry Ágnes és Társa Kft.',
      taxNumber: '12345678-1-41',
      address: 'Árvíztűrő utca 12.',
      city: 'Hódmezővásárhely',
      postCode: '6800',
      country: 'HU',
    },
    orderedOn: '2026-11-20',
    suppliedOn: '2026-11-20',
    dueOn: '2026-11-20',
    ...change,
  };
}

export async function issueOnce(issuer: InvoiceIssuer, order: InvoiceOrder): Promise<IssuedInvoice> {
  return issuer.issue(order, await issuer.prepare(order), { sendBefore: performance.now() + 10_000 });
}

/** Tests that every issuer must pass. */
export function describeIssuer(name: string, start: () => Promise<InvoiceIssuer>): void {
  describe(`${name} issues invoices`, () => {
    test('with a number, and finds them by our reference and no other', async () => {
      const issuer = await start();
      const order = testOrder();
      assert.equal(await issuer.find(order.reference), undefined);
      const issued = await issueOnce(issuer, order);
      assert.ok(issued.number.length > 0);
      assert.equal(issued.total, order.total);
      assert.deepEqual(await issuer.find(order.reference), issued);
      assert.equal(await issuer.find(testOrder().reference), undefined);
    });

    test('with a PDF that shows number and total', async () => {
      const issuer = await start();
      const issued = await issueOnce(issuer, testOrder());
      const pdf = await issuer.pdf(issued.documentId);
      assert.ok(pdf instanceof Uint8Array);
      const words = await pdfWords(pdf);
      assert.ok(words.includes(issued.number), words);
      assert.match(words, /60[.,]17/);
    });

    test('with unique numbers', async () => {
      const issuer = await start();
      const numbers = new Set();
      for (let count = 0; count < 3; count++) numbers.add((await issueOnce(issuer, testOrder())).number);
      assert.equal(numbers.size, 3);
    });

    test('in all our currencies and languages, for exactly the amount charged', async () => {
      const issuer = await start();
      for (const change of [
        { currency: 'USD', language: 'en' },
        { currency: 'HUF', language: 'hu' },
        { currency: 'EUR', language: 'de' },
        { currency: 'EUR', language: 'fr' },
        { currency: 'GBP', language: 'es' },
      ] as const) {
        const order = testOrder(change);
        assert.equal((await issueOnce(issuer, order)).total, order.total, change.currency);
      }
    });
  });
}

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { pdfWords } from '../../../test/pdf-words.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { describeIssuer, issueOnce, testOrder } from './invoice-issuer.suite.ts';
import { createOwnIssuer } from './own-issuer.ts';

const app = await startTestApp(undefined);
const seller = {
  name: 'Emlék Kft.',
  address: '1011 Budapest, Fő utca 1.',
  taxNumber: '87654321-2-41',
  email: 'help@emlek.example',
  brand: 'Keepsake',
  isSample: false,
};
const settings = { db: app.db, seller, vat: { percent: 27, note: null }, prefix: 'KS', timeZone: 'Europe/Budapest' };
const issuer = createOwnIssuer(settings);

describeIssuer('The product itself', async () => issuer);

test('numbers are consecutive, however many invoices are issued concurrently', async () => {
  const before = await lastNumber();
  const orders = Array.from({ length: 200 }, () => testOrder());
  const issued = [];
  // As many as the pools of a few processes can serve within the timeout of waiting for a connection.
  for (let from = 0; from < orders.length; from += 40)
    issued.push(...(await Promise.all(orders.slice(from, from + 40).map((order) => issueOnce(issuer, order)))));
  const numbers = issued.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    orders.map((_, index) => before + 1 + index),
  );
});

test('an order that is issued again keeps its number, and uses no other', async () => {
  const order = testOrder();
  const first = await issueOnce(issuer, order);
  const last = await lastNumber();
  const again = await Promise.all([issueOnce(issuer, order), issueOnce(issuer, { ...order, total: 1 })]);
  assert.deepEqual(again, [first, first]);
  assert.equal(await lastNumber(), last);
});

test('the year of a number follows the seller’s time zone, and numbers restart with it', async (t) => {
  const untilNewYear = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1) - Date.now();
  // Half an hour before midnight UTC the new year has begun in Budapest.
  const inBudapest = await startTestApp(t, { settings: { CLOCK_OFFSET_MS: String(untilNewYear - 1_800_000) } });
  const year = new Date().getUTCFullYear();
  for (const [timeZone, expected] of [
    ['Europe/London', `KS-${year}-000001`],
    ['Europe/Budapest', `KS-${year + 1}-000001`],
    ['Europe/Budapest', `KS-${year + 1}-000002`],
  ] as const) {
    const { number } = await issueOnce(createOwnIssuer({ ...settings, db: inBudapest.db, timeZone }), testOrder());
    assert.equal(number, expected);
  }
});

test('an issued invoice can neither be changed nor deleted, and its PDF stays the same', async () => {
  const order = testOrder();
  const { documentId } = await issueOnce(issuer, order);
  await assert.rejects(
    runStatement(app.db, sql`update invoice_register set number = 'X' where reference = ${order.reference}`),
  );
  await assert.rejects(runStatement(app.db, sql`delete from invoice_register where reference = ${order.reference}`));
  const renamed = createOwnIssuer({
    ...settings,
    seller: { ...seller, name: 'Other Ltd' },
    vat: { percent: 5, note: null },
  });
  assert.deepEqual(await renamed.pdf(documentId), await issuer.pdf(documentId));
});

test('the PDF contains what the law requires, in its language and with the currency’s decimals', async () => {
  const cases = [
    ['en', 'USD', ['Invoice', 'Date of issue', 'Bill to', '$47.38', '$12.79', '$60.17', 'VAT 27%', 'Hungary']],
    ['hu', 'HUF', ['Számla', 'Teljesítés kelte', 'Vevő', '4738 Ft', '1279 Ft', '6017 Ft', 'Áfa 27%', 'Magyarország']],
    ['de', 'EUR', ['Rechnung', 'Leistungsdatum', '47,38 €', '12,79 €', '60,17 €', 'Umsatzsteuer 27 %', 'Ungarn']],
    ['fr', 'EUR', ['Facture', 'Date de prestation', '47,38 €', '12,79 €', '60,17 €', 'TVA 27 %', 'Hongrie']],
    ['es', 'GBP', ['Factura', 'Fecha de emisión', '47,38 £', '12,79 £', '60,17 £', 'IVA 27 %', 'Hungría']],
  ] as const;
  for (const [language, currency, expected] of cases) {
    const { documentId, number } = await issueOnce(issuer, testOrder({ language, currency }));
    const pdf = await issuer.pdf(documentId);
    assert.ok(pdf instanceof Uint8Array);
    const words = await pdfWords(pdf);
    const always = [
      number,
      'Emlék Kft.',
      '87654321-2-41',
      'Őry Ágnes és Társa Kft.',
      '12345678-1-41',
      '6800 Hódmezővásárhely',
    ];
    for (const part of [...always, ...expected]) assert.ok(words.includes(part), `${language}: ${part} in ${words}`);
    assert.match(Buffer.from(pdf).toString('latin1'), new RegExp(`/Lang \\(${language}\\)`));
    assert.match(Buffer.from(pdf).toString('latin1'), /\/StructTreeRoot/);
  }
});

test('an invoice without VAT states the reason; a sample says that it is one', async () => {
  const note = 'Exempt from VAT, section 188 (AAM)';
  const free = createOwnIssuer({ ...settings, seller: { ...seller, isSample: true }, vat: { percent: 0, note } });
  const { documentId } = await issueOnce(free, testOrder({ language: 'en', currency: 'EUR' }));
  const words = await pdfWords((await free.pdf(documentId)) as Uint8Array);
  for (const part of [note, 'VAT 0%', '€60.17', 'Sample: no real sale']) assert.ok(words.includes(part), part);
});

test('a name that cannot be printed is refused before a number is used', async () => {
  const last = await lastNumber();
  const order = testOrder();
  const asked = issueOnce(issuer, { ...order, buyer: { ...order.buyer, name: '田中 花子' } });
  await assert.rejects(asked, { failure: 'refused', message: /buyer\.name/ });
  assert.equal(await lastNumber(), last);
});

async function lastNumber(): Promise<number> {
  return (await firstRow<{ last: number }>(app.db, sql`select last from invoice_counter`))?.last ?? 0;
}

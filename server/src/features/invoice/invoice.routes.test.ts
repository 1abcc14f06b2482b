import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { bucketInvoice, invoiceFields, lastInvoice, saveInvoice } from '@keepsake/contract/orders/invoice';
import { setPricing } from '@keepsake/contract/orders/pricing';
import { startTestApp } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { freezeInvoice, removeUnissuedInvoices } from './invoice.queries.ts';
import { saveInvoiceData } from './save-invoice.ts';

const app = await startTestApp(undefined);
const user = await app.createUser();
const fields = {
  partnerName: 'Kovács és Társa Kft.',
  partnerAddress: 'Fő utca 1.',
  partnerCity: 'Budapest',
  partnerPostCode: '1011',
  partnerCountry: 'HU',
  language: 'hu',
};
/** The day in Hungary. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Budapest' }).format(app.deps.clock.now());

describe('invoice data', () => {
  test('is saved for a set, replaced by saving again, and prefills the next', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    assert.equal((await app.call(lastInvoice, { token: user.token })).data.invoice, null);
    const none = await app.call(bucketInvoice, { params: { id: bucketId }, token: user.token });
    assert.deepEqual([none.status, none.error.code], [404, 'invoice_not_found']);

    const first = await app.call(saveInvoice, { body: { ...fields, bucketId }, token: user.token });
    assert.equal(first.status, 200);
    const body = { ...fields, bucketId, partnerName: ' Másik Kft. ', partnerTaxNumber: '12345678-1-41' };
    const second = await app.call(saveInvoice, { body, token: user.token });
    assert.equal(second.data.invoiceId, first.data.invoiceId);
    const { data } = await app.call(bucketInvoice, { params: { id: bucketId }, token: user.token });
    assert.equal(data.invoice.partnerName, 'Másik Kft.');
    assert.equal(data.invoice.partnerTaxNumber, '12345678-1-41');
    assert.deepEqual((await app.call(lastInvoice, { token: user.token })).data.invoice, data.invoice);
  });

  test('requires name, address, city, post code and country; the tax number is optional', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    const empty = await app.call(saveInvoice, { body: { bucketId, partnerName: ' ' }, token: user.token });
    assert.equal(empty.error.code, 'validation_failed');
    assert.deepEqual(Object.keys(empty.error.fields ?? {}).toSorted(), [
      'partnerAddress',
      'partnerCity',
      'partnerName',
      'partnerPostCode',
    ]);
    for (const partnerTaxNumber of ['', null]) {
      const body = { ...fields, bucketId, partnerTaxNumber };
      const saved = await app.call(saveInvoice, { body, token: user.token });
      assert.equal(saved.data.invoice.partnerTaxNumber, null);
    }
  });

  test('is in the currency of the prices and dated today, whatever is sent', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    const body = { ...fields, bucketId, currency: 'GBP', fulfillmentDate: '2001-01-01', dueDate: '2001-01-01' };
    const { data } = await app.call(saveInvoice, { body, token: user.token });
    assert.equal(data.invoice.currency, 'USD');
    assert.deepEqual([data.invoice.fulfillmentDate, data.invoice.dueDate], [today(), today()]);
    assert.deepEqual([data.invoice.partnerCountry, data.invoice.paymentMethod], ['HU', 'bankcard']);
  });

  test('is stored as it can be printed, and refused at its field if it cannot', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    const save = async (partnerAddress: string) => {
      const answer = await app.call(saveInvoice, { body: { ...fields, bucketId, partnerAddress }, token: user.token });
      return answer.status === 200 ? answer.data.invoice.partnerAddress : answer.error;
    };
    for (const [typed, kept] of [
      ['Ｆő utca\u3000１２.', 'Fő utca 12.'],
      ['ул. Проба № 5', 'ул. Проба № 5'],
      ['Rue de l’Œuf 12½, 3ª, 5²', 'Rue de l’Œuf 12½, 3ª, 5²'],
      ['Fo\u030B\u00A0\u200But\u00ADca\u202E 1', 'Fő utca 1'],
      ['Ⅳ. emelet', 'IV. emelet'],
      ['㍿ 1', undefined],
      ['田中 1', undefined],
      ['Fő utca 1 😀', undefined],
      ['Fő\u0000utca', undefined],
    ] as const) {
      const answer = await save(typed);
      if (kept !== undefined) assert.equal(answer, kept);
      else assert.deepEqual(typeof answer === 'object' && Object.keys(answer.fields ?? {}), ['partnerAddress'], typed);
    }
    const invisible = await save('\u200B\u3000');
    assert.deepEqual(typeof invisible === 'object' && invisible.fields, { partnerAddress: 'This field is required' });
  });

  test('is dated by the seller’s time zone', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    // Never the same day: they are 25 hours apart.
    for (const SELLER_TIME_ZONE of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const given = { bucketId, userId: user.id, fields: invoiceFields.parse(fields) };
      const saved = await app.db.transaction().execute((tx) => saveInvoiceData(tx, { SELLER_TIME_ZONE }, given));
      const there = new Intl.DateTimeFormat('sv-SE', { timeZone: SELLER_TIME_ZONE }).format(app.deps.clock.now());
      assert.deepEqual([saved.fulfillmentDate, saved.dueDate], [there, there]);
    }
    await freezeInvoice(app.db, { bucketId, amount: 499, currency: 'USD', lines: [] }, 'Pacific/Kiritimati');
    const { data } = await app.call(bucketInvoice, { params: { id: bucketId }, token: user.token });
    const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(app.deps.clock.now());
    assert.deepEqual([data.invoice.fulfillmentDate, data.invoice.dueDate], [there, there]);
  });

  test('of somebody else’s set does not exist', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    await app.call(saveInvoice, { body: { ...fields, bucketId }, token: user.token });
    const strangers = [await app.createUser(), await app.createUser({ role: 'Admin' })];
    for (const { token } of strangers) {
      const read = await app.call(bucketInvoice, { params: { id: bucketId }, token });
      const write = await app.call(saveInvoice, { body: { ...fields, bucketId }, token });
      assert.deepEqual([read.status, read.error.code], [404, 'not_found']);
      assert.deepEqual([write.status, write.error.code], [404, 'not_found']);
      assert.equal((await app.call(lastInvoice, { token })).data.invoice, null);
    }
    const nowhere = await app.call(bucketInvoice, { params: { id: newId() }, token: user.token });
    assert.equal(nowhere.error.code, 'not_found');
    assert.equal((await app.call(lastInvoice)).status, 401);
  });
});

describe('an issued invoice', () => {
  test('states what was charged and never changes again', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    await app.call(saveInvoice, { body: { ...fields, bucketId }, token: user.token });
    assert.ok(
      await freezeInvoice(app.db, { bucketId, amount: 149_000, currency: 'HUF', lines: [] }, 'Europe/Budapest'),
    );
    assert.equal(
      await freezeInvoice(app.db, { bucketId, amount: 1, currency: 'USD', lines: [] }, 'Europe/Budapest'),
      undefined,
    );
    await runStatement(app.db, sql`update buckets set status = 'paid', paid_at = app_now() where id = ${bucketId}`);
    await runStatement(
      app.db,
      sql`
      update invoices set issue_state = 'issuing', requested_at = now(), sendable_until = now() where bucket_id = ${bucketId}`,
    );

    const again = await app.call(saveInvoice, { body: { ...fields, bucketId, partnerName: 'X' }, token: user.token });
    assert.deepEqual([again.status, again.error.code], [409, 'bucket_not_editable']);
    const admin = await app.createUser({ role: 'Admin' });
    const prices = { basePrice: 9, variantPrice: 9, currency: 'GBP' };
    assert.equal((await app.call(setPricing, { body: prices, token: admin.token })).status, 200);
    const { data } = await app.call(bucketInvoice, { params: { id: bucketId }, token: user.token });
    assert.deepEqual([data.invoice.partnerName, data.invoice.currency], [fields.partnerName, 'HUF']);
  });

  test('outlives the invoice data of unpaid orders', async () => {
    const other = await app.createUser();
    const paid = await createPhotoSet(app.db, other.id, [[1]]);
    const unpaid = await createPhotoSet(app.db, other.id, [[1]]);
    for (const { bucketId } of [paid, unpaid]) {
      await app.call(saveInvoice, { body: { ...fields, bucketId }, token: other.token });
    }
    await freezeInvoice(
      app.db,
      { bucketId: paid.bucketId, amount: 499, currency: 'USD', lines: [] },
      'Europe/Budapest',
    );
    await removeUnissuedInvoices(app.db, other.id);
    const left = await allRows(app.db, sql`select bucket_id from invoices where user_id = ${other.id}`);
    assert.deepEqual(left, [{ bucketId: paid.bucketId }]);
  });
});

import type { Currency } from '@keepsake/contract/primitives';
import type { TestContext } from 'vitest';
import { bindJobs } from '../src/bind-jobs.ts';
import { orderInvoice, saveInvoiceData } from '../src/features/invoice/save-invoice.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from './statements.ts';
import { startRunner, type Runner } from '../src/platform/queue/runner.ts';
import type { TestApp, TestUser } from './harness.ts';
import { createPhotoSet } from './photo-set.ts';
import { patienceMs, until } from './until.ts';

export interface InvoiceState {
  state: string | null;
  number: string | null;
  requests: number;
  failure: string | null;
  pdfKey: string | null;
}

export interface PaidSet {
  user: TestUser;
  bucketId: string;
  invoiceId: string;
}

/** A set whose payment has just been committed, as far as its invoice goes: 5.00 of the currency, or 500 forints. */
export async function paidSet(app: TestApp, currency: Currency = 'EUR'): Promise<PaidSet> {
  const user = await app.createUser();
  const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
  const amount = currency === 'HUF' ? 50_000 : 500;
  const fields = {
    partnerName: 'Kovács Ada',
    partnerAddress: 'Fő utca 1.',
    partnerCity: 'Budapest',
    partnerPostCode: '1011',
    partnerCountry: 'HU',
    language: 'hu' as const,
    paymentMethod: 'bankcard' as const,
  };
  const lines = [{ kind: 'base' as const, quantity: 1, unitPrice: amount, amount }];
  return app.db.transaction().execute(async (tx) => {
    const { id: invoiceId } = await saveInvoiceData(tx, app.deps.config, { bucketId, userId: user.id, fields });
    await runStatement(tx, sql`update buckets set status = 'paid', paid_at = app_now() where id = ${bucketId}`);
    await orderInvoice(tx, app.deps.config, { bucketId, amount, currency, lines });
    return { user, bucketId, invoiceId };
  });
}

export async function invoiceState(app: TestApp, invoiceId: string): Promise<InvoiceState> {
  const row = await firstRow<InvoiceState>(
    app.db,
    sql`
    select issue_state as state, number, requests, issue_failure as failure, pdf_key from invoices where id = ${invoiceId}`,
  );
  if (!row) throw new Error(`There is no invoice ${invoiceId}`);
  return row;
}

/** Waits until an invoice is in this state. */
export async function invoiceIs(app: TestApp, invoiceId: string, state: string): Promise<InvoiceState> {
  await until(
    async () => (await invoiceState(app, invoiceId)).state === state,
    patienceMs,
    async () => JSON.stringify(await invoiceState(app, invoiceId)),
  );
  return invoiceState(app, invoiceId);
}

/** A worker for these jobs alone, until the end of the test. */
export async function workOn(t: TestContext, app: TestApp, names: readonly string[]): Promise<Runner> {
  const jobs = bindJobs(app.deps).filter(({ name }) => names.includes(name));
  const runner = await startRunner({ pool: app.db.pool, jobs, concurrency: 4, log: app.deps.log });
  t.onTestFinished(() => runner.stop());
  return runner;
}

/** What administrators read of an invoice, and how many mails were queued to them about it. */
export async function toldOf(app: TestApp, words: string): Promise<{ entries: string[]; mails: number }> {
  const entries = await allRows<{ errorMessage: string }>(
    app.db,
    sql`select error_message from error_logs where error_message like ${`%${words}%`} order by created_at`,
  );
  const mails = await allRows(
    app.db,
    sql`select 1 from mails where kind = 'admin-alert' and payload->>'text' like ${`%${words}%`}`,
  );
  return { entries: entries.map(({ errorMessage }) => errorMessage), mails: mails.length };
}

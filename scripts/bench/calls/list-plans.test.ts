import assert from 'node:assert/strict';
import type pg from 'pg';
import { beforeAll, describe, test } from 'vitest';
import { api, type NamedEndpoint } from '@keepsake/contract/api';
import { batchStatus } from '@keepsake/contract/photos/content';
import { startTestApp } from '../../../server/test/harness.ts';
import { recordStatements, type RecordedStatement } from '../../../server/test/recorded-statements.ts';
import { addCustomer, fillDatabase, fillHistory, onDatabase } from '../environment/fill-database.ts';
import { adminCalls, findSamples } from './admin-calls.ts';

/** Tables that grow with customers have more rows here, and those that do not have fewer. */
const manyRows = 10_000;
const sizes = { users: 10_000, setsPerUser: 2, photosPerSet: 5 };
const history = {
  deletedSets: 12_000,
  errors: 12_000,
  workerRuns: 12_000,
  auditEntries: 12_000,
  failedFilms: 12_000,
  reports: 12_000,
};

/** Calls of administrators that have to read a whole table. Their pages still use an index, and only two run at a time (`platform/http/api.ts`). */
const wholeTables: { call: RegExp; table: string; because: string }[] = [
  {
    call: /errors(?:,|$)/,
    table: 'error_logs',
    because:
      'the total, which ends with the rows that are counted at most; words are found by their index once they are rare',
  },
  {
    call: /error-groups/,
    table: 'error_logs',
    because: 'the errors of the groups of a page are counted, up to the rows that are counted at most',
  },
  { call: /audit(?:, page|, of an action|, of a year|$)/, table: 'audit_log', because: 'the total of the list' },
  {
    call: /users, (?:searched|of a frequent word|of nobody)/,
    table: 'users',
    because: 'words that many names or addresses contain, up to the rows that are counted at most',
  },
  {
    call: /orders(?:, page 500|, by|, paid|, of a year|$)/,
    table: 'bucket_summaries',
    because: 'the total, which ends with the rows that are counted at most',
  },
  {
    call: /orders, of (?:a name|an address|nobody|a frequent word)/,
    table: 'users',
    because: 'the customers with the words anywhere in name or address',
  },
  {
    call: /ledger(?:,|$)/,
    table: 'payment_ledger',
    because: 'the total; and all charges, once an entry is met that names no payment of ours',
  },
  { call: /sales$/, table: 'payment_ledger', because: 'the sum of all refunds, joined with the payments they are of' },
];

interface Call {
  name: string;
  path: string;
  token?: string;
  body?: object;
}

const app = await startTestApp(undefined);
const url = app.db.pool.options.connectionString ?? '';
/** Without triggers and foreign keys, which takes a quarter of the time: the rows are consistent, and sums are not tested here. */
const fillUrl = `${url}?options=-c%20session_replication_role%3Dreplica`;
let calls: Call[] = [];
let big = new Map<string, number>();

beforeAll(async () => {
  await fillDatabase(fillUrl, sizes);
  const admin = await addCustomer(fillUrl, { role: 'Admin' });
  const customer = await addCustomer(fillUrl, { sets: 30, photosPerSet: 5 });
  await fillHistory(fillUrl, history);
  await onDatabase(fillUrl, async (client) => {
    await client.query(restOfHistory);
    await client.query('vacuum (analyze)');
    const { rows } = await client.query<{ name: string; rows: number }>(
      `select relname::text as name, reltuples::int as rows from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
      [manyRows],
    );
    big = new Map(rows.map(({ name, rows: count }) => [name, count]));
    const first = async (statement: string) => (await client.query<{ id: string }>(statement)).rows[0]?.id ?? '';
    const samples = { ...(await findSamples(first)), adminId: admin.id };
    const paid = await first(`select id from buckets where user_id = '${customer.id}' and status = 'paid' limit 1`);
    const of = { bucketId: paid, photoId: customer.photoIds[0] ?? '' };
    calls = [
      ...adminCalls(samples).map((call) => ({ ...call, token: admin.token })),
      ...customerCalls(of).map((call) => ({ ...call, token: customer.token })),
      {
        name: 'POST the statuses of photos',
        path: batchStatus.path,
        token: customer.token,
        body: { contentIds: customer.photoIds },
      },
    ];
  });
});

/** Mails, attempts, links and findings, which `fillHistory` does not write. */
const restOfHistory = `
  insert into mails (id, kind, user_id, bucket_id, payload, state, created_at, sent_at)
    select uuidv7(), 'films-ready', user_id, id, '{}', 'sent', created_at, created_at from buckets;
  insert into attempts (id, film_id, number, token, provider, provider_url, state, request, provider_generation_id, intent_at, ended_at)
    select uuidv7(), id, 1, 'bench-attempt-' || id, 'luma', 'https://luma.example', 'succeeded', '{}', id::text, created_at, created_at from films;
  insert into shares (id, bucket_id, token_hash, created_at, expires_at)
    select uuidv7(), id, sha256(id::text::bytea), now(), now() + interval '7 days' from buckets where status = 'paid';
  insert into shared_films (share_id, film_id) select shares.id, films.id from shares join films using (bucket_id);
  insert into photo_checks (photo_id, checked_at) select id, created_at from photos;
  insert into sessions (token_hash, user_id, created_at, last_used_at)
    select sha256(id::text::bytea), id, now(), now() from users where role = 'User';
  insert into bucket_summaries (bucket_id, user_id, customer, status, ordered_at, photos, films_done, amount, currency, invoice_id)
    select b.id, b.user_id, lower(u.name), b.status, b.created_at, 5, case when b.status = 'paid' then 5 else 0 end,
      coalesce(s.amount, 0), coalesce(s.currency, ''), i.id
    from buckets b join users u on u.id = b.user_id left join sales s on s.bucket_id = b.id left join invoices i on i.bucket_id = b.id;
  update bucket_summaries set films_done = films_done - failed, films_failed = failed
    from (select bucket_id, count(*) as failed from films where state = 'failed' group by bucket_id) f where f.bucket_id = bucket_summaries.bucket_id;
  insert into bucket_summaries (bucket_id, status, ordered_at, deleted_at, photos)
    select bucket_id, 'deleted', created_at, deleted_at, photos from bucket_tombstones;
  insert into credits (id, kind, bucket_id, films, effect, note, recorded_by, recorded_at)
    select uuidv7(), 'films', bucket_id, 1, '{"en": "Smile"}', 'A courtesy', user_id, created_at from (
      select id as bucket_id, user_id, created_at from buckets where status = 'paid' limit 500) paid;
  update owed_films set settled_at = owed_at, settlement = 'delivered' where substr(id::text, 35) > '02';
  update audit_log set actor_id = uuidv7() where id % 10 > 0;`;

const customerInputs: Record<string, (of: { bucketId: string; photoId: string }) => string[]> = {
  'accounts.me': () => [''],
  'sessions.listSessions': () => [''],
  'totp.totpStatus': () => [''],
  'pricing.getPricing': () => [''],
  'prompts.listOfferedEffects': () => [''],
  'prompts.listPictograms': () => [''],
  'prompts.listPrompts': () => [''],
  'content.bucketContents': ({ bucketId }) => [bucketId],
  'content.bucketTimeline': ({ bucketId }) => [bucketId],
  'content.getBucket': ({ bucketId }) => [bucketId],
  'content.getContent': ({ photoId }) => [photoId],
  'content.myBuckets': ({ bucketId }) => ['', '?page=3', '?archived=true', `?bucket=${bucketId}`],
  'content.zipBucket': ({ bucketId }) => [bucketId],
  'photoChecks.photoChecks': ({ bucketId }) => [bucketId],
  'shares.listShares': ({ bucketId }) => [bucketId],
  'provenance.knownFilm': () => ['a'.repeat(64)],
  'invoice.bucketInvoice': ({ bucketId }) => [bucketId],
  'invoice.lastInvoice': () => [''],
  'dataExports.latestDataExport': () => [''],
  'site.siteInfo': () => [''],
};
/** Not a reading call: it uses up the link of a mail. */
const notRead = ['accounts.verifyEmail'];

const keyOf = ({ feature, name }: NamedEndpoint) => `${feature}.${name}`;
const readByCustomers = api.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access !== 'admin');

function customerCalls(of: { bucketId: string; photoId: string }): Call[] {
  return readByCustomers.flatMap((named) =>
    (customerInputs[keyOf(named)]?.(of) ?? []).map((input) => {
      const { path } = named.endpoint;
      const filled = path.includes(':') ? path.replace(/:[a-z]+/i, input) : path + input;
      return { name: `GET ${path}${path.includes(':') ? '' : input.replace(/[0-9a-f-]{36}/, ':id')}`, path: filled };
    }),
  );
}

describe('with 100,000 photos', { tags: ['full'] }, () => {
  test('every call that reads is made', () => {
    const known = [...Object.keys(customerInputs), ...notRead];
    assert.deepEqual(known.toSorted(), readByCustomers.map(keyOf).toSorted());
  });

  test('the tables that grow with customers are big', () => {
    const grown = [
      'attempts',
      'audit_log',
      'bucket_summaries',
      'bucket_tombstones',
      'buckets',
      'checkouts',
      'error_logs',
      'films',
      'invoices',
      'mails',
      'owed_films',
      'payment_ledger',
      'photo_checks',
      'photo_prompts',
      'photos',
      'sales',
      'sessions',
      'shared_films',
      'shares',
      'user_activity',
      'users',
      'worker_runs',
    ];
    assert.deepEqual(
      grown.filter((name) => !big.has(name)),
      [],
    );
    assert.ok((big.get('photos') ?? 0) >= 100_000);
  });

  test('no list reads a big table from its first row to its last', async () => {
    const faults: string[] = [];
    let explained = 0;
    await onDatabase(url, async (client) => {
      for (const call of calls) {
        for (const { text, values } of await statementsOf(call)) {
          explained += 1;
          for (const table of await scannedTables(client, text, values)) {
            const isExcused = wholeTables.some((one) => one.call.test(call.name) && one.table === table);
            if (!isExcused) faults.push(`${call.name} reads all of ${table}: ${text}`);
          }
        }
      }
    });
    assert.deepEqual(faults, []);
    assert.ok(explained >= 2 * calls.length, `${explained} statements of ${calls.length} calls`);
  });

  test('a statement that does read a big table is found', async () => {
    const found = await onDatabase(url, (client) =>
      scannedTables(client, 'select count(*) from photos where original_name = $1', ['grandma.jpg']),
    );
    assert.deepEqual(found, ['photos']);
  });
});

/** The statements that a call sends to the database. */
function statementsOf({ name, path, token, body }: Call): Promise<RecordedStatement[]> {
  return recordStatements(async () => {
    const response = await fetch(app.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Without a film service, or without such a film, the statements are sent nevertheless.
    assert.ok(response.status < 500 || response.status === 503, `${name}: ${response.status} ${await response.text()}`);
    assert.notEqual(response.status, 400, name);
    await response.text().catch(() => undefined);
  });
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The big tables that PostgreSQL would scan. */
async function scannedTables(client: pg.Client, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, values);
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  const scanned = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodes(plan)));
  return [
    ...new Set(
      scanned
        .filter((node) => node['Node Type'] === 'Seq Scan' && big.has(node['Relation Name'] ?? ''))
        .map((node) => node['Relation Name'] ?? ''),
    ),
  ];
}

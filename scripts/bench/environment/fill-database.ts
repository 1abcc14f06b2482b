import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

export interface Fill {
  users: number;
  setsPerUser: number;
  photosPerSet: number;
  /** The sets are spread over this many days, up to now. */
  days?: number;
}

/**
 * Customers with their sets, photos and finished films, written by a few statements: two of three sets are paid, each photo has one
 * effect, each paid photo one film. The files do not exist. Nothing is due for deletion.
 */
export async function fillDatabase(url: string, fill: Fill): Promise<void> {
  await onDatabase(url, async (client) => {
    await write(client, fill);
    await client.query('vacuum (analyze)');
  });
}

/** A customer with a session, and sets as `fillDatabase` makes them. */
export async function addCustomer(
  url: string,
  given: { sets?: number; photosPerSet?: number; role?: 'User' | 'Admin' } = {},
): Promise<{ id: string; token: string; bucketIds: string[]; photoIds: string[] }> {
  const token = randomBytes(32).toString('base64url');
  return onDatabase(url, async (client) => {
    await write(client, { users: 1, setsPerUser: given.sets ?? 0, photosPerSet: given.photosPerSet ?? 0, days: 30 });
    const { rows } = await client.query<{ id: string; bucketIds: string[]; photoIds: string[] }>(`
      select id, array(select id from bench_sets) as "bucketIds", array(select id from bench_photos) as "photoIds" from bench_users`);
    const [customer] = rows;
    if (!customer) throw new Error('No customer was written');
    const { id } = customer;
    await client.query('update users set role = $1 where id = $2', [given.role ?? 'User', id]);
    await client.query(
      'insert into sessions (token_hash, user_id, created_at, last_used_at) values ($1, $2, now(), now())',
      [createHash('sha256').update(token).digest(), id],
    );
    return { ...customer, token };
  });
}

/** A connection of its own, without the time limits of the product. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What was written stays readable in `bench_users`, `bench_sets` and `bench_photos` until the connection ends. */
async function write(client: pg.Client, { users, setsPerUser, photosPerSet, days = 365 }: Fill): Promise<void> {
  const mark = randomBytes(4).toString('hex');
  // Ids are time-ordered as the product's are, so that indexes grow as they do in use.
  await client.query(`
    set synchronous_commit = off;
    create temp table bench_users as
      select uuidv7() as id, n, now() - random() * interval '${days} days' as created_at from generate_series(1, ${users}) n;
    create temp table bench_sets as
      select uuidv7() as id, uuidv7() as checkout_id, u.id as user_id, k % 3 > 0 as is_paid, now() - random() * interval '${days} days' as created_at
      from bench_users u, generate_series(1, ${setsPerUser}) k;
    create temp table bench_photos as
      select uuidv7() as id, s.id as bucket_id, s.is_paid, s.created_at, k as position
      from bench_sets s, generate_series(1, ${photosPerSet}) k;
    create temp table bench_prompts as
      select row_number() over (order by position, id) - 1 as n, id, action, prompt from prompts;

    insert into users (id, name, email, password_hash, email_verified_at, created_at, last_login_at)
      select id, 'Customer ' || n, 'customer-' || n || '-${mark}@bench.example', 'none', created_at, created_at, created_at from bench_users;
    insert into user_activity (day, user_id) select distinct created_at::date, user_id from bench_sets;
    insert into buckets (id, user_id, status, created_at, updated_at, paid_at, deletion_date)
      select id, user_id, case when is_paid then 'paid' else 'pending' end, created_at, created_at, case when is_paid then created_at end,
        now() + interval '10 days' + random() * interval '20 days' from bench_sets;
    insert into photos (id, bucket_id, position, filename, original_name, width, height, bytes, sha256, source_sha256, created_at)
      select id, bucket_id, position, id || '.jpg', 'photo ' || position || '.jpg', 2400, 1600, 800000,
        sha256(id::text::bytea), sha256(('source ' || id)::bytea), created_at from bench_photos;
    insert into photo_prompts (photo_id, prompt_id, variety, position)
      select p.id, prompt.id, 1, 0 from bench_photos p join bench_prompts prompt on prompt.n = p.position % (select count(*) from bench_prompts);
    insert into films (id, bucket_id, photo_id, prompt_id, number, action, prompt, effect, seed, state, created_at, started_at, done_at,
        film_key, film_sha256, film_bytes, film_width, film_height, film_duration_ms, poster_key)
      select uuidv7(), p.bucket_id, p.id, prompt.id, 1, prompt.action, prompt.prompt, 'smile', 1, 'done', p.created_at, p.created_at,
        p.created_at + interval '90 seconds', 'films/' || p.id || '.mp4', sha256(p.id::text::bytea), 4000000, 1080, 720, 5000, 'posters/' || p.id || '.jpg'
      from bench_photos p join bench_prompts prompt on prompt.n = p.position % (select count(*) from bench_prompts) where p.is_paid;
    insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, idempotency_key, session_id, state,
        created_at, expires_at, completed_at, fulfilled_at)
      select checkout_id, id, user_id, 1, '{"lines": [], "order": []}', 499 * ${photosPerSet}, 'USD', ${photosPerSet}, ${photosPerSet}, 'bench ' || id, 'cs_bench_' || id,
        'complete', created_at, created_at, created_at, created_at from bench_sets where is_paid and ${photosPerSet} > 0;
    insert into sales (bucket_id, checkout_id, amount, currency, photos, films, paid_at)
      select id, checkout_id, 499 * ${photosPerSet}, 'USD', ${photosPerSet}, ${photosPerSet}, created_at from bench_sets where is_paid and ${photosPerSet} > 0;`);
}

export interface History {
  /** Sets deleted during the year, two of three of them paid. */
  deletedSets: number;
  errors: number;
  workerRuns: number;
  auditEntries: number;
  failedFilms: number;
  /** Films with a report of what they show. */
  reports: number;
}

/** Writes a year of history that administrators can read, for the sets of `fillDatabase`. */
export async function fillHistory(url: string, history: History): Promise<void> {
  const { deletedSets, errors, workerRuns, auditEntries, failedFilms, reports } = history;
  await onDatabase(url, async (client) => {
    await client.query(`
      set synchronous_commit = off;
      insert into bucket_tombstones (bucket_id, created_at, paid_at, deleted_at, reason, photos, films, amount, currency)
        select uuidv7(), at, case when n % 3 > 0 then at end, at + interval '30 days', 'retention', 5, 5, 2495, case when n % 10 = 0 then 'EUR' else 'USD' end
        from generate_series(1, ${deletedSets}) n, lateral (select now() - interval '30 days' - random() * interval '335 days' + n * interval '0' as at) moment;

      insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, checkout_id, recorded_at)
        select 'charge', 'ch_' || id, amount, currency, 'pi_' || id, id, created_at from checkouts where state = 'complete';
      update checkouts set payment_intent = 'pi_' || id where state = 'complete';
      insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, checkout_id, recorded_at)
        select kind, kind || '_' || id, 499, currency, 'pi_' || id, id, created_at + interval '1 day'
        from (select *, row_number() over (order by id) as n from checkouts where state = 'complete') numbered, unnest(array['refund', 'refund_total']) kind
        where n % 100 = 0;

      insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, checkout_id, recorded_at)
        select 'dispute', 'dp_' || id, 499, currency, 'pi_' || id, id, created_at + interval '2 days'
        from (select *, row_number() over (order by id) as n from checkouts where state = 'complete') numbered where n % 1000 = 0;
      insert into invoices (id, bucket_id, user_id, partner_name, partner_address, partner_city, partner_post_code, partner_country, currency, language,
          fulfillment_date, due_date, created_at, updated_at, issued_at, amount, issue_state, document_id, number, pdf_key, pdf_sha256)
        select uuidv7(), id, user_id, 'Ada', 'Street 1', 'Budapest', '1011', 'HU', 'USD', 'en', created_at, created_at, created_at, created_at,
          created_at, 2495, 'issued', 'bench ' || id, 'BENCH-' || id, 'invoices/' || id || '.pdf', sha256(id::text::bytea)
        from buckets where status = 'paid';

      create temp table bench_failed as select id, bucket_id, photo_id from films where state = 'done' order by id desc limit ${failedFilms};
      update films set state = case when substr(id::text, 36) < '4' then 'retry_pending' else 'failed' end, done_at = null,
        failure_code = 'moderation', failure_reason = 'refused', film_key = null, film_sha256 = null where id in (select id from bench_failed);
      insert into owed_films (id, film_id, bucket_id, failure_code, owed_at)
        select uuidv7(), id, bucket_id, 'moderation', now() - random() * interval '365 days' from bench_failed;
      insert into error_logs (id, created_at, module_name, error_message, photo_id)
        select uuidv7(), now() - random() * interval '30 days', 'videos', 'The film was refused.', photo_id from bench_failed;
      insert into error_logs (id, created_at, module_name, error_message)
        select uuidv7(), now() - random() * interval '365 days', (array['payment', 'videos', 'mail', 'http', 'invoice'])[1 + n % 5], 'Something went wrong in the year, number ' || n
        from generate_series(1, ${errors}) n;
      update films set report = '{"effect": "smile", "applied": true, "faces": 1}' where id in (
        select id from films where state = 'done' order by id limit ${reports});
      insert into worker_runs (id, run_at, task_type, items_processed, success_count, duration_ms, status)
        select uuidv7(), now() - random() * interval '365 days', (array['retention', 'unpaid-reminders', 'payment-reconciliation', 'generation-polling'])[1 + n % 4],
          5, 5, 100, 'success' from generate_series(1, ${workerRuns}) n;
      insert into audit_actors (id, name, email) select id, name, email from users where role = 'Admin';
      insert into audit_log (at, actor_id, action, subject, before, after)
        select now() - random() * interval '365 days', (select id from users where role = 'Admin' limit 1),
          (array['pricing.set', 'prompts.update', 'videos.retry', 'users.sign_out'])[1 + n % 4], n::text, '{"price": 1}', '{"price": 2}'
        from generate_series(1, ${auditEntries}) n;`);
    await client.query('vacuum (analyze)');
  });
}

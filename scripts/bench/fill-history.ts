import { onDatabase } from './fill-database.ts';

export interface History {
  /** Sets that were deleted in the course of the year, two of three of them paid. */
  deletedSets: number;
  errors: number;
  workerRuns: number;
  auditEntries: number;
  failedFilms: number;
  /** Films that say what they show. */
  reports: number;
}

/** A year of everything that administrators can look back on, beside the sets that `fillDatabase` wrote; written by a few statements. */
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

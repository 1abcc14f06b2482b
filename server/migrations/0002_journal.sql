-- `photo_id` refers to `photos`, which a later file creates.
create table error_logs (
  id uuid primary key,
  created_at timestamptz not null,
  module_name text not null,
  error_message text not null,
  photo_id uuid
);
create index error_logs_created on error_logs (created_at desc);
create index error_logs_module on error_logs (module_name, created_at desc);
create index error_logs_photo on error_logs (photo_id);

-- One row per run of a background task.
create table worker_runs (
  id uuid primary key,
  run_at timestamptz not null,
  task_type text not null,
  items_processed int not null default 0,
  success_count int not null default 0,
  deleted_buckets int not null default 0,
  duration_ms int not null,
  status text not null check (status in ('success', 'partial_failure', 'failure')),
  errors jsonb not null default '[]'
);
create index worker_runs_run_at on worker_runs (run_at desc);
create index worker_runs_task on worker_runs (task_type, run_at desc);

-- Totals of all runs of a task, because a sum over millions of runs is slow. The trigger below updates them in the transaction of each run.
-- Each change goes to a random slot of its task, so that runs that end at the same time rarely wait for each other.
create table worker_totals (
  task_type text not null,
  slot int not null,
  -- Rows that `worker_runs` still has; the other columns count deleted rows, too.
  runs bigint not null default 0,
  items_processed bigint not null default 0,
  success_count bigint not null default 0,
  deleted_buckets bigint not null default 0,
  failed_runs bigint not null default 0,
  last_run_at timestamptz,
  primary key (task_type, slot)
);

create function add_to_worker_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into worker_totals as t
      (task_type, slot, runs, items_processed, success_count, deleted_buckets, failed_runs, last_run_at)
    select task_type, floor(random() * 16)::int, count(*), sum(items_processed), sum(success_count), sum(deleted_buckets),
      count(*) filter (where status <> 'success'), max(run_at)
    from added group by task_type
    on conflict (task_type, slot) do update set
      runs = t.runs + excluded.runs,
      items_processed = t.items_processed + excluded.items_processed,
      success_count = t.success_count + excluded.success_count,
      deleted_buckets = t.deleted_buckets + excluded.deleted_buckets,
      failed_runs = t.failed_runs + excluded.failed_runs,
      last_run_at = greatest(t.last_run_at, excluded.last_run_at);
  elsif tg_op = 'UPDATE' then
    insert into worker_totals as t (task_type, slot, items_processed, success_count, deleted_buckets, failed_runs)
    select n.task_type, floor(random() * 16)::int, sum(n.items_processed - o.items_processed),
      sum(n.success_count - o.success_count), sum(n.deleted_buckets - o.deleted_buckets),
      sum((n.status <> 'success')::int - (o.status <> 'success')::int)
    from changed n join replaced o using (id) group by n.task_type
    on conflict (task_type, slot) do update set
      items_processed = t.items_processed + excluded.items_processed,
      success_count = t.success_count + excluded.success_count,
      deleted_buckets = t.deleted_buckets + excluded.deleted_buckets,
      failed_runs = t.failed_runs + excluded.failed_runs;
  else
    insert into worker_totals as t (task_type, slot, runs)
    select task_type, floor(random() * 16)::int, -count(*) from cleared group by task_type
    on conflict (task_type, slot) do update set runs = t.runs + excluded.runs;
  end if;
  return null;
end $$;
create trigger worker_runs_added after insert on worker_runs referencing new table as added
  for each statement execute function add_to_worker_totals();
create trigger worker_runs_changed after update on worker_runs referencing old table as replaced new table as changed
  for each statement execute function add_to_worker_totals();
create trigger worker_runs_cleared after delete on worker_runs referencing old table as cleared
  for each statement execute function add_to_worker_totals();

-- What administrators changed: one entry per change, written in the transaction of the change. Append-only, and without names: `actor_id`
-- points to `audit_actors`, where the name can be erased.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- No foreign key: the entry outlives the account.
  actor_id uuid not null,
  -- `<feature>.<verb>`. Not a list: a newer release may write actions that an older one does not know.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- Id or key of the changed object; null where only one object of its kind exists.
  subject text,
  before jsonb,
  after jsonb
);
create index audit_log_at on audit_log (at);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_subject on audit_log (subject, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'the audit log is only ever added to';
end $$;
create trigger only_added_to before update or delete on audit_log
  for each statement execute function refuse_audit_change();

-- Names behind the ids of the audit log. They are kept for some time after the account is deleted, so that deleting one's account does not
-- hide what one did at once; then the name is erased and the id stays.
create table audit_actors (
  id uuid primary key,
  name text,
  email text,
  account_deleted_at timestamptz
);
create index audit_actors_to_erase on audit_actors (account_deleted_at) where account_deleted_at is not null and name is not null;

create table notification_configs (
  id uuid primary key,
  key text not null unique,
  name text not null,
  description text not null,
  is_enabled boolean not null default true,
  days_before_event int check (days_before_event between 1 and 30),
  revision int not null default 1
);
create trigger raise_revision before update on notification_configs for each row execute function raise_revision();

-- Mails, queued and sent. Links with secrets are made when a mail is sent and never stored. `user_id` refers to `users`, which a later file
-- creates.
create table mails (
  id uuid primary key,
  kind text not null,
  user_id uuid,
  bucket_id uuid,
  -- Names kind, object and threshold: each mail is queued once.
  dedupe_key text unique,
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
  tries int not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_sent_at_when_sent check ((state = 'sent') = (sent_at is not null))
);
create index mails_queued on mails (created_at) where state = 'queued';
create index mails_failed on mails (created_at) where state = 'failed';
create index mails_bucket on mails (bucket_id);

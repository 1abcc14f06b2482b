-- What all runs of a task did together, kept by the trigger below in the transaction of each run: a sum over millions of runs is slow. Runs
-- that end at once share their task's slots at random, so that they do not wait for each other.
create table worker_totals (
  task_type text not null,
  slot int not null,
  -- Lines of the history.
  runs bigint not null default 0,
  items_processed bigint not null default 0,
  success_count bigint not null default 0,
  deleted_buckets bigint not null default 0,
  failed_runs bigint not null default 0,
  last_run_at timestamptz,
  primary key (task_type, slot)
);

-- Once a statement, however many lines it writes.
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
    -- A line that is cleared away keeps what it counted.
    insert into worker_totals as t (task_type, slot, runs)
    select task_type, floor(random() * 16)::int, -count(*) from cleared group by task_type
    on conflict (task_type, slot) do update set runs = t.runs + excluded.runs;
  end if;
  return null;
end $$;
-- First the triggers, which wait for whoever is writing a run, then what has been written until then.
create trigger worker_runs_added after insert on worker_runs referencing new table as added
  for each statement execute function add_to_worker_totals();
create trigger worker_runs_changed after update on worker_runs referencing old table as replaced new table as changed
  for each statement execute function add_to_worker_totals();
create trigger worker_runs_cleared after delete on worker_runs referencing old table as cleared
  for each statement execute function add_to_worker_totals();
insert into worker_totals (task_type, slot, runs, items_processed, success_count, deleted_buckets, failed_runs, last_run_at)
  select task_type, 0, count(*), sum(items_processed), sum(success_count), sum(deleted_buckets),
    count(*) filter (where status <> 'success'), max(run_at)
  from worker_runs group by task_type
  on conflict (task_type, slot) do nothing;

-- For the filter by module.
create index if not exists error_logs_module on error_logs (module_name, created_at desc);

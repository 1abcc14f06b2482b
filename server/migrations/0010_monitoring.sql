create table error_logs (
  id uuid primary key,
  created_at timestamptz not null,
  module_name text not null,
  error_message text not null,
  content_id uuid references contents on delete set null
);
create index error_logs_created on error_logs (created_at desc);
create index error_logs_content on error_logs (content_id);

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

-- The deletion of everything that a video service holds and no order needs: for a large account it takes longer than a request may.
create table generation_deletions (
  id uuid primary key,
  provider text not null,
  provider_url text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- How many the service holds; empty until its list was read.
  total int,
  deleted int not null default 0,
  -- Kept, as an order needs them.
  skipped int not null default 0,
  reason text,
  requested_by uuid references users on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'running') = (ended_at is null))
);
-- One at a time.
create unique index generation_deletions_one_running on generation_deletions ((true)) where state = 'running';
create index generation_deletions_latest on generation_deletions (created_at desc);

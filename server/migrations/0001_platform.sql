-- The product's own time: the database clock plus the offset that a test may set for its connections.
create function app_now() returns timestamptz language sql stable as $$
  select now() + coalesce(nullif(current_setting('keepsake.clock_offset_ms', true), '')::bigint, 0) * interval '1 millisecond'
$$;

-- Keys that sign media links where no setting brings one. The newest signs; older ones still verify.
create table signing_keys (
  id text primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);

-- Worker processes that live; one without a recent heartbeat is dead and its jobs are freed.
create table worker_processes (
  id uuid primary key,
  worker_ids text[] not null default '{}',
  /** Films it can render at once by itself. */
  render_slots int not null default 0 check (render_slots >= 0),
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

-- Counters of the limits that all processes share (the shape its library wants).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

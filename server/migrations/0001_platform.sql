-- The product's time: the database clock plus the offset that a test may set on its connections.
create function app_now() returns timestamptz language sql stable as $$
  select now() + coalesce(nullif(current_setting('keepsake.clock_offset_ms', true), '')::bigint, 0) * interval '1 millisecond'
$$;

-- Raises `revision` with every change, so that an administrator who saved from an outdated page can be refused. A trigger, so that
-- processes of an older release do it as well.
create function raise_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;

-- Keys that sign media links where no setting provides one. The newest signs; older ones still verify.
create table signing_keys (
  id text primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);

-- Keys that encrypt secrets (platform/secrets/secret-box.ts) where no setting provides one. The newest encrypts; older ones still decrypt.
create table secret_keys (
  id text primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);

-- Running worker processes; one without a recent heartbeat is considered dead and its jobs are released.
create table worker_processes (
  id uuid primary key,
  worker_ids text[] not null default '{}',
  -- Films that its embedded renderer can make concurrently.
  render_slots int not null default 0 check (render_slots >= 0),
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

-- Counters of the rate limits that all processes share, in the shape that the rate-limiter-flexible library requires.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- When each scheduled job was last enqueued, so that only one of several worker processes enqueues it.
create table schedules (
  job text primary key,
  enqueued_at timestamptz not null
);

-- When each scheduled job last ended without an error, in whichever process.
create table schedule_successes (
  job text primary key,
  succeeded_at timestamptz not null
);

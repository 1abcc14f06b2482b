-- One film that was bought: photo × effect × number. The unit of generation, of retry and of price.
create table versions (
  id uuid primary key,
  bucket_id uuid not null references buckets on delete cascade,
  content_id uuid not null references contents on delete cascade,
  prompt_id uuid references prompts on delete set null,
  number int not null check (number between 1 and 10),
  -- The wording it was sold with.
  action jsonb not null,
  prompt text not null,
  effect text not null,
  seed bigint not null check (seed between 0 and 4294967295),
  state text not null default 'queued' check (state in ('queued', 'creating', 'done', 'failed', 'retry_pending')),
  failure_code text,
  failure_reason text,
  -- Asks that failed since the order or the last retry; a few are repeated without anybody's help.
  failures int not null default 0,
  -- Asks that vanished with the process that made them, since the order or the last retry.
  losses int not null default 0,
  -- A failed ask is not repeated before.
  try_after timestamptz,
  -- Times that an administrator asked again.
  retry_count int not null default 0,
  last_retry_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz,
  -- The film: our own copy.
  film_key text,
  film_sha256 bytea,
  film_bytes bigint,
  film_width int,
  film_height int,
  film_duration_ms int,
  poster_key text,
  -- What the renderer says it did: {effect, applied, fallback?, faces, …}.
  report jsonb,
  unique (content_id, prompt_id, number),
  check ((state = 'done') = (done_at is not null)),
  check (state <> 'done' or (film_key is not null and length(film_sha256) = 32 and film_bytes > 0)),
  check (state <> 'failed' or failure_code is not null)
);
create index versions_bucket on versions (bucket_id);
create index versions_content on versions (content_id);
create index versions_open on versions (created_at) where state in ('queued', 'creating', 'retry_pending');
create index versions_failed on versions (content_id) where state in ('failed', 'retry_pending');

-- One request to a video provider for a version. The row is the intent and is committed before the ask. Its times are the
-- database's own, so that workers whose clocks differ agree.
create table attempts (
  id uuid primary key,
  version_id uuid not null references versions on delete cascade,
  number int not null check (number > 0),
  -- Random; stands in the callback address and in the photo link, so that the provider's own list identifies us.
  token text not null unique check (length(token) >= 22),
  provider text not null,
  provider_url text not null,
  -- overdue: given up in front of the customer, but a film that still arrives is taken.
  state text not null check (state in ('submitting', 'unknown', 'submitted', 'overdue', 'succeeded', 'failed', 'abandoned')),
  request jsonb not null,
  provider_generation_id text,
  intent_at timestamptz not null default now(),
  -- Committed before the request may leave; empty means that the provider has no request of ours.
  sent_at timestamptz,
  -- Later than this the request cannot have left.
  sendable_until timestamptz,
  submitted_at timestamptz,
  -- Who works on it now; results commit only under the lease number they were made with.
  lease_no int not null default 0,
  lease_owner uuid,
  lease_until timestamptz,
  -- Complete listings of the provider in which the token was not found.
  missing_listings int not null default 0,
  -- Steps in a row that went wrong without deciding anything: an outage, a broken download, a full disk.
  troubles int not null default 0,
  -- Frames done and in all, where the provider tells.
  progress jsonb,
  failure_code text,
  failure_reason text,
  ended_at timestamptz,
  -- When the provider was told to delete its copy.
  copy_removed_at timestamptz,
  unique (version_id, number),
  check ((state in ('succeeded', 'failed', 'abandoned')) = (ended_at is not null)),
  check (state not in ('submitted', 'overdue') or provider_generation_id is not null),
  check ((sent_at is null) = (sendable_until is null))
);
create unique index attempts_one_alive on attempts (version_id) where state in ('submitting', 'unknown', 'submitted');
create unique index attempts_generation on attempts (provider, provider_generation_id) where provider_generation_id is not null;
create index attempts_open on attempts (intent_at) where state in ('submitting', 'unknown', 'submitted', 'overdue');

-- A provider that said "not now": nobody asks it before.
create table provider_pauses (
  provider text not null,
  provider_url text not null,
  until timestamptz not null,
  reason text not null,
  primary key (provider, provider_url)
);

-- What a provider holds, or may hold, and nobody needs any more.
create table generation_removals (
  -- Outlives its attempt.
  attempt_id uuid primary key,
  provider text not null,
  provider_url text not null,
  -- Empty where only the provider's list can tell which generation it is, if any.
  provider_generation_id text,
  token text not null,
  -- Later than this the request for it cannot have left.
  sendable_until timestamptz not null,
  missing_listings int not null default 0,
  tries int not null default 0,
  due_at timestamptz not null
);
create index generation_removals_due on generation_removals (due_at);

create table video_config (
  only_row boolean primary key default true check (only_row),
  service_provider text not null,
  service_provider_url text not null,
  model text not null,
  duration int not null check (duration in (-1, 5, 9)),
  loop boolean not null,
  aspect_ratio text not null,
  resolution text not null,
  updated_at timestamptz not null
);

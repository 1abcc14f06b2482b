-- One film that was ordered: photo × prompt × number. The unit of generation, of retry and of price.
create table films (
  id uuid primary key,
  bucket_id uuid not null references buckets on delete cascade,
  photo_id uuid not null references photos on delete cascade,
  prompt_id uuid references prompts on delete set null,
  number int not null check (number between 1 and 10),
  -- Of a film that was granted without payment; refers to `credits`, which a later file creates.
  credit_id uuid,
  -- The prompt as it was sold.
  action jsonb not null,
  prompt text not null,
  effect text not null,
  seed bigint not null check (seed between 0 and 4294967295),
  state text not null default 'queued' check (state in ('queued', 'creating', 'done', 'failed', 'retry_pending')),
  failure_code text,
  failure_reason text,
  -- Attempts that failed since the order or the last retry by an administrator; the first few are repeated automatically.
  failures int not null default 0,
  -- Attempts that were lost with their process since then.
  losses int not null default 0,
  -- After a failed attempt: no new attempt before this time.
  try_after timestamptz,
  -- Retries by an administrator.
  retry_count int not null default 0,
  last_retry_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz,
  -- The product's own copy of the finished film.
  film_key text,
  film_sha256 bytea,
  film_bytes bigint,
  film_width int,
  film_height int,
  film_duration_ms int,
  poster_key text,
  -- What the renderer reports: {effect, applied, fallback?, faces, …}.
  report jsonb,
  unique (photo_id, prompt_id, number),
  constraint films_done_at_when_done check ((state = 'done') = (done_at is not null)),
  constraint films_file_when_done
    check (state <> 'done' or (film_key is not null and length(film_sha256) = 32 and film_bytes > 0)),
  constraint films_failure_when_failed check (state <> 'failed' or failure_code is not null)
);
create index films_bucket on films (bucket_id);
create index films_photo on films (photo_id);
create index films_credit on films (credit_id) where credit_id is not null;
create index films_open on films (created_at) where state in ('queued', 'creating', 'retry_pending');
create index films_done on films (done_at) where state = 'done';
create index films_failed on films (created_at) where state = 'failed';
create index films_photo_failed on films (photo_id) where state in ('failed', 'retry_pending');
create index films_photo_last_failed on films (photo_id, created_at) where state in ('failed', 'retry_pending');
create index films_reported on films (done_at desc, id) where report is not null and done_at is not null;

-- SHA-256 of every film that was delivered. Holds no personal data and outlives the film, so that anyone can check whether a film was made
-- here.
create table film_fingerprints (
  sha256 bytea primary key check (length(sha256) = 32),
  made_at timestamptz not null
);

-- A film that was paid for and could not be made. It stays owed until it is delivered after all or an administrator settles it. Holds no
-- personal data and outlives its bucket, as the sale does.
create table owed_films (
  id uuid primary key,
  film_id uuid references films on delete set null,
  bucket_id uuid not null,
  failure_code text not null,
  owed_at timestamptz not null,
  settled_at timestamptz,
  -- photo_deleted: of an order without a payment there is nothing to refund, and without the photo no other film can be made.
  settlement text check (settlement in ('delivered', 'refund', 'free_versions', 'photo_deleted')),
  settled_by uuid references users on delete set null,
  -- What was granted for it; refers to `credits`, which a later file creates.
  credit_id uuid,
  note text,
  constraint owed_films_settlement_when_settled check ((settled_at is null) = (settlement is null))
);
create unique index owed_films_one_open on owed_films (film_id) where settled_at is null;
create index owed_films_open on owed_films (owed_at) where settled_at is null;
create index owed_films_bucket on owed_films (bucket_id);

-- One request to a video provider for a film. The row records the intent and is committed before the request is sent. Its times are the
-- database's, so that workers with different clocks agree.
create table attempts (
  id uuid primary key,
  film_id uuid not null references films on delete cascade,
  number int not null check (number > 0),
  -- Random; part of the callback address and of the photo's link, so that an entry in the provider's list identifies the attempt.
  token text not null unique check (length(token) >= 22),
  provider text not null,
  provider_url text not null,
  -- unknown: nobody knows whether the request arrived. overdue: failed for the customer, but a film that still arrives is accepted.
  state text not null check (state in ('submitting', 'unknown', 'submitted', 'overdue', 'succeeded', 'failed', 'abandoned')),
  request jsonb not null,
  provider_generation_id text,
  intent_at timestamptz not null default now(),
  -- Committed before the request may leave; null means that the provider has no request of ours.
  sent_at timestamptz,
  -- The request cannot have left after this time.
  sendable_until timestamptz,
  submitted_at timestamptz,
  -- One worker at a time: a result is committed only under the lease number it was made with.
  lease_no int not null default 0,
  lease_until timestamptz,
  -- Complete lists of the provider that did not contain the token.
  missing_listings int not null default 0,
  -- Since when the provider reports the film as finished without giving its address.
  film_missing_since timestamptz,
  -- Consecutive failures that decided nothing: an outage, a broken download, a full disk.
  consecutive_failures int not null default 0,
  failure_code text,
  failure_reason text,
  ended_at timestamptz,
  -- When the provider was requested to delete its copy.
  copy_removed_at timestamptz,
  unique (film_id, number),
  constraint attempts_ended_at_when_ended check ((state in ('succeeded', 'failed', 'abandoned')) = (ended_at is not null)),
  constraint attempts_generation_when_submitted check (state not in ('submitted', 'overdue') or provider_generation_id is not null),
  constraint attempts_sendable_until_when_sent check ((sent_at is null) = (sendable_until is null))
);
create unique index attempts_one_alive on attempts (film_id) where state in ('submitting', 'unknown', 'submitted');
create unique index attempts_generation on attempts (provider, provider_generation_id) where provider_generation_id is not null;
create index attempts_open on attempts (intent_at) where state in ('submitting', 'unknown', 'submitted', 'overdue');

-- The circuit breaker of a provider that asked for a pause (busy), refuses the account, or cannot fetch photos. For the last two it stays
-- open until the provider accepts a request: one probe at a time, after growing waits.
create table provider_pauses (
  provider text not null,
  provider_url text not null,
  until timestamptz not null,
  reason text not null,
  kind text not null default 'busy' check (kind in ('busy', 'account', 'photos')),
  since timestamptz not null default now(),
  -- Failed probes, the first refusal included.
  tries int not null default 0,
  -- The one attempt that may call the provider although the circuit breaker is open.
  probe_attempt_id uuid,
  primary key (provider, provider_url)
);

-- Generations to delete at the provider: it holds, or may hold, them and no order needs them.
create table generation_removals (
  -- No foreign key: outlives its attempt.
  attempt_id uuid primary key,
  provider text not null,
  provider_url text not null,
  -- Null where only the provider's list can show which generation it is, if any.
  provider_generation_id text,
  token text not null,
  -- The request for it cannot have left after this time.
  sendable_until timestamptz not null,
  missing_listings int not null default 0,
  tries int not null default 0,
  due_at timestamptz not null
);
create index generation_removals_due on generation_removals (due_at);

-- Generations that a provider made although the film was requested once, or although the request counted as not accepted: each may have
-- cost money. No foreign key: outlives its attempt.
create table duplicate_generations (
  provider text not null,
  provider_generation_id text not null,
  attempt_id uuid not null,
  found_at timestamptz not null,
  primary key (provider, provider_generation_id)
);

-- An administrator's order to delete everything that a provider holds and no order needs. A job does it, as for a large account it takes
-- longer than a request may.
create table generation_deletions (
  id uuid primary key,
  provider text not null,
  provider_url text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- How many generations the provider holds; null until its list was read.
  total int,
  deleted int not null default 0,
  -- Kept because an order needs them.
  skipped int not null default 0,
  reason text,
  requested_by uuid references users on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint generation_deletions_ended_at_unless_running check ((state = 'running') = (ended_at is null))
);
create unique index generation_deletions_one_running on generation_deletions ((true)) where state = 'running';
create index generation_deletions_latest on generation_deletions (created_at desc);

create table video_config (
  only_row boolean primary key default true check (only_row),
  service_provider text not null,
  service_provider_url text not null,
  model text not null,
  -- Seconds; -1: the provider decides.
  duration int not null check (duration in (-1, 5, 9)),
  loop boolean not null,
  aspect_ratio text not null,
  resolution text not null,
  revision int not null default 1,
  updated_at timestamptz not null
);
create trigger raise_revision before update on video_config for each row execute function raise_revision();

-- A film of a sample photo that shows an administrator what a configuration does. Requested once, as every film: a test whose response was
-- lost fails and is not repeated automatically.
create table video_config_tests (
  id uuid primary key,
  config jsonb not null,
  token text not null unique,
  state text not null default 'queued' check (state in ('queued', 'requested', 'creating', 'done', 'failed')),
  reason text,
  provider_generation_id text,
  photo_filename text not null,
  photo_sha256 bytea not null check (length(photo_sha256) = 32),
  film_key text,
  film_sha256 bytea check (length(film_sha256) = 32),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  constraint video_config_tests_file_when_done check ((state = 'done') = (film_key is not null and film_sha256 is not null))
);
create unique index video_config_tests_one_open on video_config_tests ((true)) where state in ('queued', 'requested', 'creating');

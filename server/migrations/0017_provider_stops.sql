-- A pause is either "not now" (busy) or a stop that lasts until the provider takes a request again: it refuses the account, or
-- cannot fetch our photos. A stop is probed with one request at a time, after waits that grow.
alter table provider_pauses
  add column kind text not null default 'busy' check (kind in ('busy', 'account', 'photos')),
  add column since timestamptz not null default now(),
  -- Probes that failed, the first refusal included.
  add column tries int not null default 0,
  -- The one attempt that may ask although the stop stands.
  add column probe_attempt_id uuid;

-- Since when the provider says that the film is finished without naming it.
alter table attempts add column film_missing_since timestamptz;

-- Generations that a provider made although the same film was asked for once, or counted as not accepted: each may have cost
-- money. Outlives what it is about.
create table duplicate_generations (
  provider text not null,
  provider_generation_id text not null,
  attempt_id uuid not null,
  found_at timestamptz not null,
  primary key (provider, provider_generation_id)
);

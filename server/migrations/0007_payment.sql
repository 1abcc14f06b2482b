-- One attempt to pay one revision of a set. Written before the payment provider is asked.
create table checkouts (
  id uuid primary key,
  bucket_id uuid not null,
  -- Empty once the account is gone; the payment facts stay.
  user_id uuid references users on delete set null,
  revision int not null,
  -- The frozen order: price lines, and the effects of every photo as they were priced.
  price jsonb not null,
  amount int not null check (amount >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HUF')),
  photos int not null check (photos > 0),
  versions int not null check (versions >= photos),
  -- What the payment provider is asked, word for word: asking again after a crash must be the same request under the same key.
  -- Emptied once it has answered.
  request jsonb,
  idempotency_key text not null unique,
  session_id text unique,
  url text,
  state text not null check (state in ('creating', 'open', 'complete', 'expired', 'failed')),
  payment_intent text,
  created_at timestamptz not null,
  -- A session lives a day by the provider's clock; from here on, by ours, it is ended if it has not ended by itself.
  expires_at timestamptz not null,
  completed_at timestamptz,
  -- Set in the transaction that makes the set paid; what was paid but not fulfilled has a reason instead.
  fulfilled_at timestamptz,
  unfulfilled_reason text,
  check (fulfilled_at is null or state = 'complete')
);
-- I1: one live session per set, one fulfilled order per set.
create unique index checkouts_one_live on checkouts (bucket_id) where state in ('creating', 'open');
create unique index checkouts_one_fulfilled on checkouts (bucket_id) where fulfilled_at is not null;
create index checkouts_open on checkouts (state, created_at) where state in ('creating', 'open');

-- Events of the payment provider that were acted on, each once.
create table payment_events (
  id text primary key,
  type text not null,
  session_id text,
  received_at timestamptz not null,
  outcome text not null
);

create table consents (
  id uuid primary key,
  bucket_id uuid not null,
  user_id uuid references users on delete set null,
  kind text not null check (kind in ('guidelines', 'final_sale')),
  text_version text not null,
  language text not null,
  given_at timestamptz not null,
  unique (bucket_id, kind, text_version)
);

-- The revenue ledger: one row per fulfilled order, never changed by what happens to the set later.
create table sales (
  bucket_id uuid primary key,
  checkout_id uuid not null unique references checkouts,
  amount int not null check (amount >= 0),
  currency text not null,
  photos int not null,
  versions int not null,
  paid_at timestamptz not null
);
create index sales_paid_at on sales (paid_at);

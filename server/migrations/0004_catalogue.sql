-- All price lists; the newest applies. Amounts in minor units of the currency.
create table price_lists (
  id int generated always as identity primary key,
  base_price int not null check (base_price > 0),
  variant_price int not null check (variant_price > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HUF')),
  -- Each an object of threshold quantity → discount in whole percent.
  volume_discounts jsonb not null default '{}',
  variant_discounts jsonb not null default '{}',
  package_discounts jsonb not null default '{}',
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  constraint price_lists_whole_forints check (currency <> 'HUF' or (base_price % 100 = 0 and variant_price % 100 = 0))
);

create table pictograms (
  id uuid primary key,
  key text not null unique check (key ~ '^[a-z0-9]+(_[a-z0-9]+)*$'),
  -- A text, or an object of language → text.
  name jsonb not null,
  icon text not null check (icon ~ '^(/card-icons/[a-z0-9_-]+\.svg|fa-[a-z0-9-]+)$'),
  revision int not null default 1
);
create trigger raise_revision before update on pictograms for each row execute function raise_revision();

create table prompts (
  id uuid primary key,
  -- Stable key of a prompt that the product comes with; null for those that administrators add.
  seed_key text unique,
  image_theme jsonb not null,
  action jsonb not null,
  prompt text not null check (length(prompt) between 3 and 5000),
  suggestions text[] not null default '{}',
  -- What the embedded renderer makes of it; derived from the wording where null.
  effect text,
  position int not null default 0,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Withdrawn prompts stay for the orders that have them.
  withdrawn_at timestamptz
);
create trigger raise_revision before update on prompts for each row execute function raise_revision();

-- One attempt to pay one revision of a bucket, written before the payment provider is called. No foreign key to the bucket: payment records
-- outlive it.
create table checkouts (
  id uuid primary key,
  bucket_id uuid not null,
  -- Null once the account is deleted.
  user_id uuid references users on delete set null,
  revision int not null,
  -- The order as it was priced: price lines, and the prompts of every photo.
  price jsonb not null,
  -- Minor units.
  amount int not null check (amount >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HUF')),
  photos int not null check (photos > 0),
  films int not null check (films >= photos),
  -- The request to the payment provider, word for word: a repetition after a crash must send the same body under the same idempotency key.
  -- Null once the provider has answered.
  request jsonb,
  idempotency_key text not null unique,
  session_id text unique,
  url text,
  state text not null check (state in ('creating', 'open', 'complete', 'expired', 'failed')),
  payment_intent text,
  -- Why the payment that the provider reported does not match the request; while this is set, nothing is fulfilled.
  doubt text,
  created_at timestamptz not null,
  -- The provider expires a session after a day by its own clock; after this time, by our clock, the product expires it.
  expires_at timestamptz not null,
  -- When its session was last looked up at the provider.
  looked_up_at timestamptz,
  -- Since when a complete session waits for money that takes days (bank debit). It stays `open` until the money arrives or the debit fails.
  processing_at timestamptz,
  completed_at timestamptz,
  -- Set in the transaction that marks the bucket paid; an order that was paid but not fulfilled has a reason instead.
  fulfilled_at timestamptz,
  unfulfilled_reason text,
  constraint checkouts_complete_when_fulfilled check (fulfilled_at is null or state = 'complete')
);
-- One live session and one fulfilled order per bucket.
create unique index checkouts_one_live on checkouts (bucket_id) where state in ('creating', 'open');
create unique index checkouts_one_fulfilled on checkouts (bucket_id) where fulfilled_at is not null;
create index checkouts_open on checkouts (state, created_at) where state in ('creating', 'open');
create index checkouts_unfulfilled on checkouts (completed_at) where unfulfilled_reason is not null;
create index checkouts_bucket on checkouts (bucket_id, created_at desc);
create index checkouts_payment_intent on checkouts (payment_intent);

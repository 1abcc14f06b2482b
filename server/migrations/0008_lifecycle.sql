-- A customer's data, packed on request as one zip file in storage, which is deleted after some days.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  requested_at timestamptz not null,
  expires_at timestamptz,
  storage_key text,
  sha256 bytea check (octet_length(sha256) = 32),
  bytes bigint check (bytes > 0),
  constraint data_exports_file_when_ready check ((state = 'ready') = (storage_key is not null)),
  constraint data_exports_expires_at_with_file check ((storage_key is null) = (expires_at is null)),
  constraint data_exports_sha256_with_file check ((storage_key is null) = (sha256 is null)),
  constraint data_exports_bytes_with_file check ((storage_key is null) = (bytes is null))
);
create unique index data_exports_one_waiting on data_exports (user_id) where state = 'waiting';
create index data_exports_user on data_exports (user_id, requested_at desc);
create index data_exports_expiry on data_exports (expires_at) where expires_at is not null;

-- What is kept of a deleted bucket: dates, counts and amount, no personal data.
create table bucket_tombstones (
  bucket_id uuid primary key,
  created_at timestamptz not null,
  paid_at timestamptz,
  deleted_at timestamptz not null,
  reason text not null check (reason in ('customer', 'account', 'retention')),
  photos int not null check (photos >= 0),
  films int not null check (films >= 0),
  -- What was paid, or what an unpaid bucket would have cost; minor units.
  amount int not null check (amount >= 0),
  currency text not null
);
create index bucket_tombstones_deleted on bucket_tombstones (deleted_at);

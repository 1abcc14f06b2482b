-- Everything that is kept of a customer, put together on request as one zip file in storage, which is removed after some days.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  requested_at timestamptz not null,
  expires_at timestamptz,
  storage_key text,
  sha256 bytea check (octet_length(sha256) = 32),
  bytes bigint check (bytes > 0),
  check ((state = 'ready') = (storage_key is not null)),
  check ((storage_key is null) = (expires_at is null)),
  check ((storage_key is null) = (sha256 is null)),
  check ((storage_key is null) = (bytes is null))
);
create unique index data_exports_one_waiting on data_exports (user_id) where state = 'waiting';
create index data_exports_user on data_exports (user_id, requested_at desc);
create index data_exports_expiry on data_exports (expires_at) where expires_at is not null;

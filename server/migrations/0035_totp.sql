-- Since when signing in takes a code of an authenticator app as well; missing where it does not.
alter table users add column totp_since timestamptz;
-- The session was opened with that code.
alter table sessions add column has_second_step boolean not null default false;

create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted; see platform/secret-box.ts.
  sealed bytea not null,
  -- The 30 seconds of the last code that was taken: neither it nor an older one is taken again.
  last_step bigint,
  created_at timestamptz not null
);

-- For who has lost the app: only hashes are kept, each code works once.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Keys that encrypt such secrets where no setting brings one. The newest encrypts; older ones still decrypt.
create table secret_keys (
  id text primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);

-- Who is an administrator is asked before the role of one is taken.
create index users_admins on users (id) where role = 'Admin';

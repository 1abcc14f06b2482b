create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(email)),
  email_verified_at timestamptz,
  role text not null default 'User' check (role in ('User', 'Admin')),
  -- Null for an administrator who was appointed but has not set a password yet.
  password_hash text,
  -- SHA-256 of a key in the browser that registered the account. If the link of the verification mail is opened in that browser, the
  -- password stays; in any other it must be set again, as a stranger may have set it.
  registration_key bytea check (length(registration_key) = 32),
  -- Since when signing in requires a code of an authenticator app as well; null where it does not.
  totp_since timestamptz,
  default_language text not null default 'en' check (default_language in ('en', 'hu', 'de', 'fr', 'es')),
  newsletter_consent boolean not null default false,
  created_at timestamptz not null,
  last_login_at timestamptz
);
create unique index users_email on users (email);
create index users_created_at on users (created_at desc);
-- Before an administrator loses the role, another one is looked for.
create index users_admins on users (id) where role = 'Admin';
alter table mails add foreign key (user_id) references users on delete cascade;

create table sessions (
  -- Identifies the session to its owner, who must not see the token.
  id uuid not null default gen_random_uuid(),
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- Signed in with a code of the authenticator app.
  has_second_step boolean not null default false,
  -- Browser and system (`Firefox, Windows`); null where unknown.
  device text,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Single-use links of mails; only their hash is kept.
create table account_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('verify', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, kind);

create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted (platform/secrets/secret-box.ts).
  sealed bytea not null,
  -- The 30-second time step of the last code that was accepted: neither that code nor an older one is accepted again.
  last_step bigint,
  created_at timestamptz not null
);

-- Codes for users who have lost the authenticator app. Only hashes are kept; each code works once.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Networks from which the owner of an account has signed in: wrong passwords sent from elsewhere do not lock the owner out there.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of user and network; the address itself is not kept.
  network_hash bytea not null check (length(network_hash) = 32),
  last_used_at timestamptz not null,
  primary key (user_id, network_hash)
);

-- Days on which a user was active. No foreign key: the row outlives the account, to be counted.
create table user_activity (
  day date not null,
  user_id uuid not null,
  primary key (day, user_id)
);

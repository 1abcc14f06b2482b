create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(email)),
  role text not null default 'User' check (role in ('User', 'Admin')),
  -- Missing for an administrator who was named but has not set a password yet.
  password_hash text,
  default_language text not null default 'en' check (default_language in ('en', 'hu', 'de', 'fr', 'es')),
  newsletter_consent boolean not null default false,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  last_login_at timestamptz
);
create unique index users_email on users (email);
create index users_created_at on users (created_at desc);

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Single-use links of mails: only the hash is kept.
create table account_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('verify', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, kind);

-- Days on which somebody used the product; outlives the account as a mere count.
create table user_activity (
  day date not null,
  user_id uuid not null,
  primary key (day, user_id)
);

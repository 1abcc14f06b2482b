-- Since when an administrator keeps the account from signing in; null where it may.
alter table users add column disabled_at timestamptz;
-- Everything that one customer paid and was written, deleted buckets included.
create index if not exists checkouts_user on checkouts (user_id, created_at desc);
create index if not exists mails_user on mails (user_id, created_at desc);
create index if not exists users_disabled on users (created_at desc, id desc) where disabled_at is not null;

create table notification_configs (
  id uuid primary key,
  key text not null unique,
  name text not null,
  description text not null,
  is_enabled boolean not null default true,
  days_before_event int check (days_before_event between 1 and 30)
);

-- Mails to send and sent. Links with secrets are made when a mail is sent and never stored.
create table mails (
  id uuid primary key,
  kind text not null,
  user_id uuid references users on delete cascade,
  bucket_id uuid,
  -- One mail of one kind for one object and threshold.
  dedupe_key text unique,
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
  tries int not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index mails_queued on mails (created_at) where state = 'queued';
create index mails_bucket on mails (bucket_id);

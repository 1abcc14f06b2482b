-- A film of a sample photo that shows an administrator what a configuration does. Asked for once, like every film: a test whose answer was
-- lost counts as failed and is never asked again by itself.
create table video_config_tests (
  id uuid primary key,
  config jsonb not null,
  token text not null unique,
  state text not null default 'queued' check (state in ('queued', 'asked', 'creating', 'done', 'failed')),
  reason text,
  provider_generation_id text,
  photo_filename text not null,
  photo_sha256 bytea not null check (length(photo_sha256) = 32),
  film_key text,
  film_sha256 bytea check (length(film_sha256) = 32),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  check ((state = 'done') = (film_key is not null and film_sha256 is not null))
);
-- One at a time.
create unique index video_config_tests_one_open on video_config_tests ((true)) where state in ('queued', 'asked', 'creating');

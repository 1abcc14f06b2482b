-- A film that was paid and could not be made. It stays owed until it is delivered after all, or an administrator has settled it.
-- Holds no personal data and outlives its set, as the sale does.
create table owed_films (
  id uuid primary key,
  version_id uuid references versions on delete set null,
  bucket_id uuid not null,
  failure_code text not null,
  owed_at timestamptz not null,
  settled_at timestamptz,
  settlement text check (settlement in ('delivered', 'refund', 'free_versions')),
  settled_by uuid references users on delete set null,
  note text,
  check ((settled_at is null) = (settlement is null))
);
create unique index owed_films_one_open on owed_films (version_id) where settled_at is null;
create index owed_films_open on owed_films (owed_at) where settled_at is null;
create index owed_films_bucket on owed_films (bucket_id);

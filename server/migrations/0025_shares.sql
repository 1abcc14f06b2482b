-- Links by which others watch chosen films of a set. They go with the set, and with their last film.
create table shares (
  id uuid primary key,
  bucket_id uuid not null references buckets on delete cascade,
  -- SHA-256 of the token in the link; the token itself is kept nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  password_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index shares_of_bucket on shares (bucket_id, created_at desc);

create table shared_films (
  share_id uuid not null references shares on delete cascade,
  version_id uuid not null references versions on delete cascade,
  primary key (share_id, version_id)
);
create index shared_films_of_version on shared_films (version_id);

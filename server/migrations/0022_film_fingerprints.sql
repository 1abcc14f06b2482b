-- The SHA-256 of every film that was delivered. Holds nothing of anybody and outlives the film, so that anyone can ask whether
-- a film that turns up somewhere was made here.
create table film_fingerprints (
  sha256 bytea primary key check (length(sha256) = 32),
  made_at timestamptz not null
);
insert into film_fingerprints (sha256, made_at)
select film_sha256, min(done_at) from versions where film_sha256 is not null and done_at is not null group by film_sha256;

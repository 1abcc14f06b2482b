-- Links by which others watch chosen films of a bucket. A share is deleted with the bucket, and with its last film.
create table shares (
  id uuid primary key,
  bucket_id uuid not null references buckets on delete cascade,
  -- SHA-256 of the token in the link; the token itself is not stored.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  password_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint shares_expire_after_creation check (expires_at > created_at)
);
create index shares_bucket on shares (bucket_id, created_at desc);

create table shared_films (
  share_id uuid not null references shares on delete cascade,
  film_id uuid not null references films on delete cascade,
  primary key (share_id, film_id)
);
create index shared_films_film on shared_films (film_id);

-- The administrators' figures, summed per UTC day so that no query counts all orders, photos and films. The triggers below record each
-- change in its own transaction: a crash counts nothing twice, and a release that does not know the figures is counted as well. Rows are
-- only added, so that orders do not wait for each other; a job rolls them up into `figure_sums`.
create table figure_changes (
  id bigint generated always as identity primary key,
  -- sale, bucket_made, bucket_pending, bucket_paid, bucket_archived, bucket_deleted, photo, film_done, film_failed, user, active_user; a set is a bucket.
  kind text not null,
  day date not null,
  -- Of the amount; empty where there is none.
  currency text not null default '',
  count bigint not null,
  -- Minor units; of films the milliseconds from the order to the finished film.
  amount bigint not null default 0,
  photos bigint not null default 0,
  films bigint not null default 0
);

create table figure_sums (
  kind text not null,
  day date not null,
  currency text not null,
  count bigint not null,
  amount bigint not null,
  photos bigint not null,
  films bigint not null,
  primary key (kind, day, currency)
);

-- Both together: rolling up does not change the result.
create view figures as
  select kind, day, currency, count, amount, photos, films from figure_sums
  union all
  select kind, day, currency, count, amount, photos, films from figure_changes;

create function utc_day(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'utc')::date
$$;

-- Revenue, on the day of the payment. Never decreases.
create function count_sales() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, currency, count, amount, photos, films)
  select 'sale', utc_day(paid_at), currency, count(*), sum(amount), sum(photos), sum(films) from added group by 2, 3;
  return null;
end $$;
create trigger counted after insert on sales referencing new table as added for each statement execute function count_sales();

-- Buckets, on the day of their creation. `bucket_made` still counts deleted buckets; the other kinds count the buckets in each status.
create function count_new_buckets() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count)
  select 'bucket_made', utc_day(created_at), count(*) from added group by 2
  union all
  select 'bucket_' || status, utc_day(created_at), count(*) from added group by 1, 2;
  return null;
end $$;
create trigger counted after insert on buckets referencing new table as added for each statement execute function count_new_buckets();

create function count_changed_bucket() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) values
    ('bucket_' || old.status, utc_day(old.created_at), -1), ('bucket_' || new.status, utc_day(new.created_at), 1);
  return null;
end $$;
create trigger changed after update of status on buckets for each row
  when (old.status is distinct from new.status) execute function count_changed_bucket();

create function count_removed_buckets() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count)
  select 'bucket_' || status, utc_day(created_at), -count(*) from gone group by 1, 2;
  return null;
end $$;
create trigger gone after delete on buckets referencing old table as gone for each statement execute function count_removed_buckets();

-- Deleted buckets, on the day of the deletion. The amount is what unpaid ones would have cost.
create function count_bucket_tombstones() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, currency, count, amount, photos)
  select 'bucket_deleted', utc_day(deleted_at), currency, count(*), coalesce(sum(amount) filter (where paid_at is null), 0), sum(photos)
  from added group by 2, 3;
  return null;
end $$;
create trigger counted after insert on bucket_tombstones referencing new table as added
  for each statement execute function count_bucket_tombstones();

-- Photos, on the day of the upload; deleted ones are still counted.
create function count_photos() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'photo', utc_day(created_at), count(*) from added group by 2;
  return null;
end $$;
create trigger counted after insert on photos referencing new table as added for each statement execute function count_photos();

create function film_ms(ordered_at timestamptz, done_at timestamptz) returns bigint language sql immutable as $$
  select coalesce(round(extract(epoch from done_at - ordered_at) * 1000)::bigint, 0)
$$;

-- Finished and failed films, on the day of their order. A film that failed and was made later counts as finished only; deleted ones are
-- still counted.
create function count_new_films() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count, amount)
  select 'film_' || state, utc_day(created_at), count(*), coalesce(sum(film_ms(created_at, done_at)), 0)
  from added where state in ('done', 'failed') group by 1, 2;
  return null;
end $$;
create trigger counted after insert on films referencing new table as added for each statement execute function count_new_films();

create function count_changed_film() returns trigger language plpgsql as $$
begin
  if old.state in ('done', 'failed') then
    insert into figure_changes (kind, day, count, amount)
    values ('film_' || old.state, utc_day(old.created_at), -1, -film_ms(old.created_at, old.done_at));
  end if;
  if new.state in ('done', 'failed') then
    insert into figure_changes (kind, day, count, amount)
    values ('film_' || new.state, utc_day(new.created_at), 1, film_ms(new.created_at, new.done_at));
  end if;
  return null;
end $$;
create trigger changed after update of state on films for each row
  when (old.state is distinct from new.state and (old.state in ('done', 'failed') or new.state in ('done', 'failed')))
  execute function count_changed_film();

-- Accounts, on the day of their creation; deleted ones are no longer counted.
create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'user', utc_day(created_at), count(*) from added group by 2;
  return null;
end $$;
create trigger counted after insert on users referencing new table as added for each statement execute function count_new_users();

create function count_removed_users() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'user', utc_day(created_at), -count(*) from gone group by 2;
  return null;
end $$;
create trigger gone after delete on users referencing old table as gone for each statement execute function count_removed_users();

-- Active users, once per user and day.
create function count_active_users() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'active_user', day, count(*) from added group by 2;
  return null;
end $$;
create trigger counted after insert on user_activity referencing new table as added
  for each statement execute function count_active_users();

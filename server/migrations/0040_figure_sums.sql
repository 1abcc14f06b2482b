-- What administrators read as figures, summed up per UTC day so that no figure looks through all orders, photos and films. Each fact writes
-- its change in its own transaction: a crash counts nothing twice, and a release that knows nothing of this counts as well. Changes are only
-- ever added, so that orders never wait for each other here; a job folds them into the sums.
create table figure_changes (
  id bigint generated always as identity primary key,
  -- sale, set_made, set_pending, set_paid, set_archived, set_deleted, photo, film_done, film_failed, user, active_user
  kind text not null,
  day date not null,
  -- Of the amount; empty where there is none.
  currency text not null default '',
  count bigint not null,
  -- Minor units; of films the milliseconds from the order to the film.
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

-- Both together: the same before, during and after folding.
create view figures as
  select kind, day, currency, count, amount, photos, films from figure_sums
  union all
  select kind, day, currency, count, amount, photos, films from figure_changes;

create function utc_day(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'utc')::date
$$;

-- Revenue: on the day of the payment. Nothing takes a sale back.
create function count_sales() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, currency, count, amount, photos, films)
  select 'sale', utc_day(paid_at), currency, count(*), sum(amount), sum(photos), sum(versions) from added group by 2, 3;
  return null;
end $$;
create trigger counted after insert on sales referencing new table as added for each statement execute function count_sales();

-- Sets: on the day on which they were begun. `set_made` stays when a set goes; the others say how many there are in each state.
create function count_new_sets() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count)
  select 'set_made', utc_day(created_at), count(*) from added group by 2
  union all
  select 'set_' || status, utc_day(created_at), count(*) from added group by 1, 2;
  return null;
end $$;
create trigger counted after insert on buckets referencing new table as added for each statement execute function count_new_sets();

create function count_changed_set() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) values
    ('set_' || old.status, utc_day(old.created_at), -1), ('set_' || new.status, utc_day(new.created_at), 1);
  return null;
end $$;
create trigger changed after update of status on buckets for each row
  when (old.status is distinct from new.status) execute function count_changed_set();

create function count_gone_sets() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count)
  select 'set_' || status, utc_day(created_at), -count(*) from gone group by 1, 2;
  return null;
end $$;
create trigger gone after delete on buckets referencing old table as gone for each statement execute function count_gone_sets();

-- Deleted sets: on the day of the deletion. Lost is what unpaid ones would have cost.
create function count_deleted_sets() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, currency, count, amount, photos)
  select 'set_deleted', utc_day(deleted_at), currency, count(*), coalesce(sum(amount) filter (where paid_at is null), 0), sum(photos)
  from added group by 2, 3;
  return null;
end $$;
create trigger counted after insert on bucket_tombstones referencing new table as added
  for each statement execute function count_deleted_sets();

-- Photos: on the day of the upload. They stay counted when they are deleted.
create function count_photos() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'photo', utc_day(created_at), count(*) from added group by 2;
  return null;
end $$;
create trigger counted after insert on contents referencing new table as added for each statement execute function count_photos();

-- Films: on the day of their order, as they came to their end. A film that failed and was made after all counts as made alone; one that is
-- deleted stays counted.
create function count_new_films() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count, amount)
  select 'film_' || state, utc_day(created_at), count(*), coalesce(sum(film_ms(created_at, done_at)), 0)
  from added where state in ('done', 'failed') group by 1, 2;
  return null;
end $$;
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
create function film_ms(ordered_at timestamptz, done_at timestamptz) returns bigint language sql immutable as $$
  select coalesce(round(extract(epoch from done_at - ordered_at) * 1000)::bigint, 0)
$$;
create trigger counted after insert on versions referencing new table as added for each statement execute function count_new_films();
create trigger changed after update of state on versions for each row
  when (old.state is distinct from new.state and (old.state in ('done', 'failed') or new.state in ('done', 'failed')))
  execute function count_changed_film();

-- Accounts: on the day on which they were made; deleted ones are no longer counted.
create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'user', utc_day(created_at), count(*) from added group by 2;
  return null;
end $$;
create trigger counted after insert on users referencing new table as added for each statement execute function count_new_users();

create function count_gone_users() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'user', utc_day(created_at), -count(*) from gone group by 2;
  return null;
end $$;
create trigger gone after delete on users referencing old table as gone for each statement execute function count_gone_users();

-- People who used the product: once a day.
create function count_active_users() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, count) select 'active_user', day, count(*) from added group by 2;
  return null;
end $$;
create trigger counted after insert on user_activity referencing new table as added
  for each statement execute function count_active_users();

-- What there is so far. The triggers hold off every writer until this is committed, so that nothing is missed or counted twice.
insert into figure_sums (kind, day, currency, count, amount, photos, films)
select 'sale', utc_day(paid_at), currency, count(*), sum(amount), sum(photos), sum(versions) from sales group by 2, 3
union all
select 'set_made', utc_day(created_at), '', count(*), 0, 0, 0
from (select created_at from buckets union all select created_at from bucket_tombstones) as every_set group by 2
union all
select 'set_' || status, utc_day(created_at), '', count(*), 0, 0, 0 from buckets group by 1, 2
union all
select 'set_deleted', utc_day(deleted_at), currency, count(*), coalesce(sum(amount) filter (where paid_at is null), 0), sum(photos), 0
from bucket_tombstones group by 2, 3
union all
-- Of deleted sets only their number is known.
select 'photo', utc_day(created_at), '', sum(photos), 0, 0, 0
from (select created_at, 1 as photos from contents union all select created_at, photos from bucket_tombstones) as every_photo group by 2
union all
select 'film_' || state, utc_day(created_at), '', count(*), coalesce(sum(film_ms(created_at, done_at)), 0), 0, 0
from versions where state in ('done', 'failed') group by 1, 2
union all
select 'user', utc_day(created_at), '', count(*), 0, 0, 0 from users group by 2
union all
select 'active_user', day, '', count(*), 0, 0, 0 from user_activity group by 2;

-- contract: since 1.0 photos and films have one name each; nothing is released yet
alter table contents rename to photos;
alter table content_actions rename to photo_prompts;
alter table versions rename to films;
alter table photo_prompts rename column content_id to photo_id;
alter table photo_checks rename column content_id to photo_id;
alter table films rename column content_id to photo_id;
alter table error_logs rename column content_id to photo_id;
alter table attempts rename column version_id to film_id;
alter table owed_films rename column version_id to film_id;
alter table shared_films rename column version_id to film_id;
alter table bucket_tombstones rename column versions to films;
alter table checkouts rename column versions to films;
alter table sales rename column versions to films;
do $$
declare r record;
begin
  for r in select conrelid::regclass as t, conname as n from pg_constraint where connamespace = 'public'::regnamespace and conname ~ 'content|version' and contype <> 't' loop
    execute format('alter table %s rename constraint %I to %I', r.t, r.n, replace(replace(replace(r.n, 'content_actions', 'photo_prompts'), 'content', 'photo'), 'version', 'film'));
  end loop;
  for r in select relname as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i' and relname ~ 'content|version' loop
    execute format('alter index %I rename to %I', r.n, replace(replace(replace(r.n, 'content_actions', 'photo_prompts'), 'content', 'photo'), 'version', 'film'));
  end loop;
end $$;
create or replace function count_sales() returns trigger language plpgsql as $$
begin
  insert into figure_changes (kind, day, currency, count, amount, photos, films)
  select 'sale', utc_day(paid_at), currency, count(*), sum(amount), sum(photos), sum(films) from added group by 2, 3;
  return null;
end $$;

-- The administrators' list of orders: one row per bucket, deleted ones included, with everything that the list is sorted by, as a count over
-- all photos and films takes seconds. The triggers below keep it in the transaction of each change, also for a release that does not know
-- it. Photos and films change under the lock of their bucket, so that these rows make nobody wait who does not wait already.
create table bucket_summaries (
  bucket_id uuid primary key,
  -- Null once the account is deleted, or the bucket without having been paid. No foreign key: a trigger empties both columns at once.
  user_id uuid,
  -- The customer's name in small letters, to sort by.
  customer text,
  status text not null check (status in ('pending', 'paid', 'archived', 'deleted')),
  -- When it was paid; of an unpaid one, when it was created.
  ordered_at timestamptz not null,
  deleted_at timestamptz,
  -- Of a deleted bucket, those it had.
  photos int not null default 0,
  films_done int not null default 0,
  films_waiting int not null default 0,
  films_failed int not null default 0,
  -- Of the sale, in minor units: 0 and empty where nothing was sold.
  amount int not null default 0,
  currency text not null default '',
  -- Finds the invoice of a deleted bucket, which does not name its bucket any more.
  invoice_id uuid
);

create function summarize_new_buckets() returns trigger language plpgsql as $$
begin
  insert into bucket_summaries (bucket_id, user_id, customer, status, ordered_at)
  select b.id, b.user_id, lower(u.name), b.status, coalesce(b.paid_at, b.created_at)
  from added b join users u on u.id = b.user_id;
  return null;
end $$;
create trigger summarized after insert on buckets referencing new table as added for each statement execute function summarize_new_buckets();

create function summarize_changed_bucket() returns trigger language plpgsql as $$
begin
  update bucket_summaries set status = new.status, ordered_at = coalesce(new.paid_at, new.created_at), user_id = new.user_id,
    customer = (select lower(name) from users where id = new.user_id)
  where bucket_id = new.id;
  return null;
end $$;
create trigger summary_changed after update of status, paid_at, created_at, user_id on buckets for each row
  when ((old.status, old.paid_at, old.created_at, old.user_id) is distinct from (new.status, new.paid_at, new.created_at, new.user_id))
  execute function summarize_changed_bucket();

-- Written before the bucket is deleted: what the deletion of its photos and films would count is kept as it was.
create function summarize_tombstones() returns trigger language plpgsql as $$
begin
  insert into bucket_summaries as s (bucket_id, status, ordered_at, deleted_at, photos, films_done, amount, currency)
  select bucket_id, 'deleted', coalesce(paid_at, created_at), deleted_at, photos,
    case when paid_at is null then 0 else films end, case when paid_at is null then 0 else amount end,
    case when paid_at is null then '' else currency end
  from added
  on conflict (bucket_id) do update set
    status = 'deleted', deleted_at = excluded.deleted_at, photos = excluded.photos, films_waiting = 0,
    user_id = case when s.status = 'pending' then null else s.user_id end,
    customer = case when s.status = 'pending' then null else s.customer end;
  return null;
end $$;
create trigger summarized after insert on bucket_tombstones referencing new table as added
  for each statement execute function summarize_tombstones();

-- A bucket that is deleted without a tombstone.
create function summarize_removed_buckets() returns trigger language plpgsql as $$
begin
  update bucket_summaries s set status = 'deleted', deleted_at = app_now()
  from gone where s.bucket_id = gone.id and s.status <> 'deleted';
  return null;
end $$;
create trigger summary_gone after delete on buckets referencing old table as gone
  for each statement execute function summarize_removed_buckets();

create function summarize_photos() returns trigger language plpgsql as $$
declare
  sign constant int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update bucket_summaries s set photos = s.photos + sign * n.photos
  from (select bucket_id, count(*) as photos from changed group by bucket_id) n
  where s.bucket_id = n.bucket_id and s.status <> 'deleted';
  return null;
end $$;
create trigger summarized after insert on photos referencing new table as changed for each statement execute function summarize_photos();
create trigger summary_gone after delete on photos referencing old table as changed for each statement execute function summarize_photos();

create function summarize_films() returns trigger language plpgsql as $$
declare
  sign constant int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update bucket_summaries s set
    films_done = films_done + sign * done, films_failed = films_failed + sign * failed, films_waiting = films_waiting + sign * waiting
  from (
    select bucket_id, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state not in ('done', 'failed')) as waiting
    from changed group by bucket_id
  ) n where s.bucket_id = n.bucket_id and s.status <> 'deleted';
  return null;
end $$;
create trigger summarized after insert on films referencing new table as changed for each statement execute function summarize_films();
create trigger summary_gone after delete on films referencing old table as changed for each statement execute function summarize_films();

create function summarize_changed_film() returns trigger language plpgsql as $$
begin
  update bucket_summaries set
    films_done = films_done + (new.state = 'done')::int - (old.state = 'done')::int,
    films_failed = films_failed + (new.state = 'failed')::int - (old.state = 'failed')::int,
    films_waiting = films_waiting + (new.state not in ('done', 'failed'))::int - (old.state not in ('done', 'failed'))::int
  where bucket_id = new.bucket_id and status <> 'deleted';
  return null;
end $$;
create trigger summary_changed after update of state on films for each row
  when (old.state is distinct from new.state and (old.state in ('done', 'failed') or new.state in ('done', 'failed')))
  execute function summarize_changed_film();

create function summarize_sales() returns trigger language plpgsql as $$
begin
  update bucket_summaries s set amount = added.amount, currency = added.currency from added where s.bucket_id = added.bucket_id;
  return null;
end $$;
create trigger summarized after insert on sales referencing new table as added for each statement execute function summarize_sales();

create function summarize_new_invoices() returns trigger language plpgsql as $$
begin
  update bucket_summaries s set invoice_id = added.id from added where s.bucket_id = added.bucket_id;
  return null;
end $$;
create trigger summarized after insert on invoices referencing new table as added for each statement execute function summarize_new_invoices();

create function summarize_renamed_user() returns trigger language plpgsql as $$
begin
  update bucket_summaries set customer = lower(new.name) where user_id = new.id;
  return null;
end $$;
create trigger summary_changed after update of name on users for each row
  when (old.name is distinct from new.name) execute function summarize_renamed_user();

create function summarize_removed_users() returns trigger language plpgsql as $$
begin
  update bucket_summaries s set user_id = null, customer = null from gone where s.user_id = gone.id;
  return null;
end $$;
create trigger summary_gone after delete on users referencing old table as gone for each statement execute function summarize_removed_users();

-- What is there already. The triggers' locks keep everybody from writing meanwhile. How many films of a deleted bucket had failed is not
-- known any more: those of a paid one count as finished.
insert into bucket_summaries
  (bucket_id, user_id, customer, status, ordered_at, photos, films_done, films_waiting, films_failed, amount, currency, invoice_id)
select b.id, b.user_id, lower(u.name), b.status, coalesce(b.paid_at, b.created_at), coalesce(p.photos, 0),
  coalesce(f.done, 0), coalesce(f.waiting, 0), coalesce(f.failed, 0), coalesce(s.amount, 0), coalesce(s.currency, ''), i.id
from buckets b
join users u on u.id = b.user_id
left join (select bucket_id, count(*) as photos from photos group by bucket_id) p on p.bucket_id = b.id
left join (
  select bucket_id, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed,
    count(*) filter (where state not in ('done', 'failed')) as waiting
  from films group by bucket_id
) f on f.bucket_id = b.id
left join sales s on s.bucket_id = b.id
left join invoices i on i.bucket_id = b.id;

insert into bucket_summaries (bucket_id, user_id, customer, status, ordered_at, deleted_at, photos, films_done, amount, currency)
select t.bucket_id, c.user_id, lower(u.name), 'deleted', coalesce(t.paid_at, t.created_at), t.deleted_at, t.photos,
  case when t.paid_at is null then 0 else t.films end, case when t.paid_at is null then 0 else t.amount end,
  case when t.paid_at is null then '' else t.currency end
from bucket_tombstones t
left join checkouts c on c.bucket_id = t.bucket_id and c.fulfilled_at is not null
left join users u on u.id = c.user_id
on conflict (bucket_id) do nothing;

-- One for each column that the list is sorted by; the newest first among equals.
create index bucket_summaries_ordered on bucket_summaries (ordered_at, bucket_id);
create index bucket_summaries_customer on bucket_summaries (customer, bucket_id);
create index bucket_summaries_customer_from_last on bucket_summaries (customer desc nulls last, bucket_id desc);
create index bucket_summaries_status on bucket_summaries (status, ordered_at, bucket_id);
create index bucket_summaries_photos on bucket_summaries (photos, bucket_id);
create index bucket_summaries_done on bucket_summaries (films_done, bucket_id);
create index bucket_summaries_waiting on bucket_summaries (films_waiting, bucket_id);
create index bucket_summaries_failed on bucket_summaries (films_failed, bucket_id);
create index bucket_summaries_amount on bucket_summaries (currency, amount, bucket_id);
create index bucket_summaries_user on bucket_summaries (user_id) where user_id is not null;
create index bucket_summaries_invoice on bucket_summaries (invoice_id) where invoice_id is not null;

-- What the lists look for and are sorted by.
create index if not exists invoices_number on invoices (number) where number is not null;
create index if not exists users_name on users (lower(name), id);
create index if not exists users_last_login on users (last_login_at desc nulls last, id desc);
create index if not exists users_unverified on users (created_at desc, id desc) where email_verified_at is null;

-- When each set was begun, also of one that is paid or deleted: `ordered_at` is the moment of its payment.
alter table bucket_summaries add column if not exists created_at timestamptz;

create or replace function summarize_new_buckets() returns trigger language plpgsql as $$
begin
  insert into bucket_summaries (bucket_id, user_id, customer, status, ordered_at, created_at)
  select b.id, b.user_id, lower(u.name), b.status, coalesce(b.paid_at, b.created_at), b.created_at
  from added b join users u on u.id = b.user_id;
  return null;
end $$;

create or replace function summarize_changed_bucket() returns trigger language plpgsql as $$
begin
  update bucket_summaries set status = new.status, ordered_at = coalesce(new.paid_at, new.created_at), created_at = new.created_at,
    user_id = new.user_id, customer = (select lower(name) from users where id = new.user_id)
  where bucket_id = new.id;
  return null;
end $$;

create or replace function summarize_tombstones() returns trigger language plpgsql as $$
begin
  insert into bucket_summaries as s (bucket_id, status, ordered_at, created_at, deleted_at, photos, films_done, amount, currency)
  select bucket_id, 'deleted', coalesce(paid_at, created_at), created_at, deleted_at, photos,
    case when paid_at is null then 0 else films end, case when paid_at is null then 0 else amount end,
    case when paid_at is null then '' else currency end
  from added
  on conflict (bucket_id) do update set
    status = 'deleted', deleted_at = excluded.deleted_at, photos = excluded.photos, films_waiting = 0,
    user_id = case when s.status = 'pending' then null else s.user_id end,
    customer = case when s.status = 'pending' then null else s.customer end;
  return null;
end $$;

-- Of a deleted set, the tombstone says it.
update bucket_summaries s set created_at = b.created_at from buckets b where b.id = s.bucket_id and s.created_at is null;
update bucket_summaries s set created_at = t.created_at from bucket_tombstones t where t.bucket_id = s.bucket_id and s.created_at is null;

-- The days that the list is narrowed to.
create index if not exists bucket_summaries_begun on bucket_summaries (created_at);
create index if not exists bucket_summaries_deleted on bucket_summaries (deleted_at) where deleted_at is not null;

-- The sets whose films failed, refunded ones too; the condition is that of the list.
create index if not exists bucket_summaries_any_failed on bucket_summaries (ordered_at, bucket_id) where films_failed > 0 and status <> 'deleted';

-- The browser's own name for the set that an upload makes: the upload repeated after a lost answer finds it by that.
alter table buckets add column set_key uuid;
create unique index buckets_set_key on buckets (user_id, set_key) where set_key is not null;

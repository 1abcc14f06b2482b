-- What the customer calls the bucket; null until it is named, and shown as its date then.
alter table buckets add column name text check (char_length(name) between 1 and 80);

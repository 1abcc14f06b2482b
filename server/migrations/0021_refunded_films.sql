-- Films whose refund was made elsewhere and recorded here: every list of failed films leaves them out.
create index if not exists owed_films_refunded on owed_films (bucket_id, film_id) where settlement = 'refund' and credit_id is not null;

-- Where nothing was paid, nothing stays owed of a photo that is gone: there is no payment to refund and no photo to make another film of.
-- contract: since 0.1.0 the check allows one settlement more, which the release before never reads.
alter table owed_films drop constraint owed_films_settlement_check;
alter table owed_films add constraint owed_films_settlement_check
  check (settlement in ('delivered', 'refund', 'free_versions', 'photo_deleted'));

update owed_films set settled_at = app_now(), settlement = 'photo_deleted'
from sales where sales.bucket_id = owed_films.bucket_id and sales.amount = 0 and version_id is null and settled_at is null;

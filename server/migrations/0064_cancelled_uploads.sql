-- Uploads whose customer does not want the photo any more, by the sender's own UUID: one that arrives later is refused.
create table cancelled_uploads (
  user_id uuid not null references users on delete cascade,
  upload_id uuid not null,
  cancelled_at timestamptz not null,
  primary key (user_id, upload_id)
);
create index cancelled_uploads_by_age on cancelled_uploads (cancelled_at);

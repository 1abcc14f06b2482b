-- What was seen in a photo before it is paid for: faces, sharpness, light. Goes with its photo.
create table photo_checks (
  content_id uuid primary key references contents on delete cascade,
  -- The shape of PhotoFindings; null where the photo could not be looked at.
  findings jsonb,
  checked_at timestamptz not null
);

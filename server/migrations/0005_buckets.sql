create table buckets (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- UUID that the browser chose for the bucket that an upload creates: if the response was lost, the repeated upload finds the bucket by
  -- it.
  client_key uuid,
  status text not null default 'pending' check (status in ('pending', 'paid', 'archived')),
  -- Raised by every change of what is to be paid; a checkout is for one revision.
  revision int not null default 1 check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  deletion_date timestamptz not null,
  ready_mail_at timestamptz,
  constraint buckets_paid_at_unless_pending check ((status = 'pending') = (paid_at is null))
);
create index buckets_user on buckets (user_id, created_at desc);
create index buckets_deletion on buckets (deletion_date);
create unique index buckets_client_key on buckets (user_id, client_key) where client_key is not null;

create table photos (
  id uuid primary key,
  bucket_id uuid not null references buckets on delete cascade,
  position int not null,
  -- When the customer chose the photo; null where the browser did not say. The photos of a bucket are listed in this order, as uploads end
  -- in any order.
  chosen_at timestamptz,
  -- UUID that the browser chose for the upload: if the response was lost, the browser finds its photo by it.
  upload_id uuid,
  filename text not null unique check (filename ~ '^[0-9a-f-]{36}\.(jpg|png|webp)$'),
  -- The customer's file name; shown, never used as a path.
  original_name text not null check (length(original_name) <= 255),
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null check (bytes > 0),
  -- SHA-256 of the stored photo.
  sha256 bytea not null check (length(sha256) = 32),
  -- Recognizes a repeated upload: SHA-256 of `upload_id` where there is one, otherwise of the file as it was sent and its number among
  -- equal files of one request.
  source_sha256 bytea not null check (length(source_sha256) = 32),
  created_at timestamptz not null,
  unique (bucket_id, source_sha256)
);
create index photos_bucket on photos (bucket_id, position);
alter table error_logs add foreign key (photo_id) references photos on delete set null;

-- The prompts that are chosen for a photo, each with the number of films.
create table photo_prompts (
  photo_id uuid not null references photos on delete cascade,
  prompt_id uuid not null references prompts,
  variety int not null check (variety between 1 and 10),
  position int not null,
  primary key (photo_id, prompt_id)
);
create index photo_prompts_prompt on photo_prompts (prompt_id);

-- What was found in a photo before it is paid for: faces, sharpness, light.
create table photo_checks (
  photo_id uuid primary key references photos on delete cascade,
  -- In the shape of PhotoFindings; null where the photo could not be checked.
  findings jsonb,
  checked_at timestamptz not null
);

-- Cancelled uploads by the `upload_id` that the browser chose: an upload that arrives after its cancellation is refused.
create table cancelled_uploads (
  user_id uuid not null references users on delete cascade,
  upload_id uuid not null,
  cancelled_at timestamptz not null,
  primary key (user_id, upload_id)
);
create index cancelled_uploads_cancelled_at on cancelled_uploads (cancelled_at);

-- Files to delete from storage, written in the transaction that deletes their rows.
create table file_removals (
  id bigint generated always as identity primary key,
  storage_key text not null,
  requested_at timestamptz not null default now()
);

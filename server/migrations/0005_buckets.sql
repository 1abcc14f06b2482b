create table buckets (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'paid', 'archived')),
  -- Rises with every change that changes what is paid for; a checkout freezes one revision.
  revision int not null default 1 check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  deletion_date timestamptz not null,
  ready_mail_at timestamptz,
  check ((status = 'pending') = (paid_at is null))
);
create index buckets_user on buckets (user_id, created_at desc);
create index buckets_deletion on buckets (deletion_date);

create table contents (
  id uuid primary key,
  bucket_id uuid not null references buckets on delete cascade,
  position int not null,
  filename text not null unique check (filename ~ '^[0-9a-f-]{36}\.(jpg|png|webp)$'),
  -- As the customer called it; shown, never used as a path.
  original_name text not null check (length(original_name) <= 255),
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null check (bytes > 0),
  -- SHA-256 of the stored photo, and of the file as it was sent (with its number, for copies in one request): a file that is sent
  -- again is the photo that the set has.
  sha256 bytea not null check (length(sha256) = 32),
  source_sha256 bytea not null check (length(source_sha256) = 32),
  created_at timestamptz not null,
  unique (bucket_id, source_sha256)
);
create index contents_bucket on contents (bucket_id, position);

create table content_actions (
  content_id uuid not null references contents on delete cascade,
  prompt_id uuid not null references prompts,
  variety int not null check (variety between 1 and 10),
  position int not null,
  primary key (content_id, prompt_id)
);
create index content_actions_prompt on content_actions (prompt_id);

-- What stays of a deleted set: dates, counts and amount, nobody's name and nothing of the pictures.
create table bucket_tombstones (
  bucket_id uuid primary key,
  created_at timestamptz not null,
  paid_at timestamptz,
  deleted_at timestamptz not null,
  reason text not null check (reason in ('customer', 'account', 'retention')),
  photos int not null check (photos >= 0),
  versions int not null check (versions >= 0),
  -- What was paid, or for an unpaid set what it would have cost; minor units.
  amount int not null check (amount >= 0),
  currency text not null
);
create index bucket_tombstones_deleted on bucket_tombstones (deleted_at);

-- Files to remove from storage, written in the transaction that removes their rows.
create table file_removals (
  id bigint generated always as identity primary key,
  storage_key text not null,
  requested_at timestamptz not null default now()
);

create table pictograms (
  id uuid primary key,
  key text not null unique check (key ~ '^[a-z0-9]+(_[a-z0-9]+)*$'),
  -- A text, or an object of language → text.
  name jsonb not null,
  icon text not null check (icon ~ '^(/card-icons/[a-z0-9_-]+\.svg|fa-[a-z0-9-]+)$')
);

create table prompts (
  id uuid primary key,
  -- Stable name of a prompt of the first stock; empty for those that administrators add.
  seed_key text unique,
  image_theme jsonb not null,
  action jsonb not null,
  prompt text not null check (length(prompt) between 3 and 5000),
  suggestions text[] not null default '{}',
  -- The movement the embedded renderer makes for it; derived from the wording where empty.
  effect text,
  position int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Withdrawn prompts stay for the orders that were made with them.
  withdrawn_at timestamptz
);

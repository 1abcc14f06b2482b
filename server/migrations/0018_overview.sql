-- Errors that differ in ids, numbers and times only are one group: every word with a digit is left out. The same text in every release, as
-- resolutions name the group.
create function error_group(module_name text, error_message text) returns uuid language sql immutable parallel safe as $$
  select md5(module_name || ': ' || regexp_replace(error_message, '[[:alnum:]_.:-]*[0-9][[:alnum:]_.:-]*', '#', 'g'))::uuid
$$;
alter table error_logs add column if not exists group_key uuid generated always as (error_group(module_name, error_message)) stored;
create index if not exists error_logs_group on error_logs (group_key, created_at desc, id desc);

-- Groups that an administrator marked as resolved. A later error opens its group again.
create table error_resolutions (
  group_key uuid primary key,
  -- When the last error was written that the administrator saw.
  up_to timestamptz not null,
  resolved_at timestamptz not null,
  -- No foreign key: the name is kept in `audit_actors`.
  resolved_by uuid not null
);

-- One row while administrators have paused the making of films.
create table making_pauses (
  is_paused boolean primary key default true check (is_paused),
  paused_at timestamptz not null,
  paused_by uuid not null
);

-- What is stored, summed up by a job now and then: a sum for each request would read all photos and films.
create table stored_sums (
  kind text primary key check (kind in ('photos', 'films')),
  files bigint not null,
  bytes bigint not null,
  counted_at timestamptz not null
);

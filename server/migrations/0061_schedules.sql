-- When each scheduled job was last enqueued: of several worker processes one enqueues it.
create table schedules (
  job text primary key,
  enqueued_at timestamptz not null
);

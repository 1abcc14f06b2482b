-- When each scheduled job last came to its end without an error, whichever process ran it.
create table schedule_successes (
  job text primary key,
  succeeded_at timestamptz not null
);

-- What the operator's figures count stays small to count, however much lies finished beside it.
create index versions_done on versions (done_at) where state = 'done';
create index mails_failed on mails (created_at) where state = 'failed';
create index checkouts_unfulfilled on checkouts (completed_at) where unfulfilled_reason is not null;

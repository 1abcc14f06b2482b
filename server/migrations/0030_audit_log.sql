-- What administrators changed: one entry a change, in the transaction of the change. Entries are only ever added and name nobody: who acted
-- is an id, and the name that belongs to it stands in `audit_actors`, from where it can go.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- No reference: the entry outlives the account.
  actor_id uuid not null,
  -- `<feature>.<verb>`; a newer version of the server may write words that an older one does not know.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- What was changed: the id or key of an object; empty where there is only one of the kind.
  subject text,
  before jsonb,
  after jsonb
);
create index audit_log_at on audit_log (at);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_subject on audit_log (subject, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'the audit log is only ever added to';
end $$;
create trigger only_added_to before update or delete on audit_log
  for each statement execute function refuse_audit_change();

-- Who the ids of the log are. Kept for a while after the account is deleted, so that nobody leaves their deeds behind without a name by
-- deleting it; then the name goes and the id stays.
create table audit_actors (
  id uuid primary key,
  name text,
  email text,
  account_deleted_at timestamptz
);
create index audit_actors_to_forget on audit_actors (account_deleted_at) where account_deleted_at is not null and name is not null;

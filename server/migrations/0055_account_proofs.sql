-- SHA-256 of a key in the browser that knows the password of an account whose address is not verified yet: where the link of the mail is
-- followed there, the password stays; anywhere else it is asked for anew.
alter table users add column registration_key bytea check (length(registration_key) = 32);

-- A password that was set before the address was verified may be a stranger's. Until now that was not told apart: each is set anew.
update users set password_hash = null where email_verified_at is null;

-- Networks from which an account was signed in to: what others guess elsewhere does not hold it up there.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of user and network: the address itself is not kept.
  network_hash bytea not null check (length(network_hash) = 32),
  last_used_at timestamptz not null,
  primary key (user_id, network_hash)
);

-- A name for a session that its owner may see, and with what it was opened: `Firefox, Windows`; nothing where that is not known.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table sessions add column device text;

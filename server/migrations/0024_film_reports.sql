-- Administrators read what films truly show, newest first.
create index versions_reported on versions (done_at desc, id) where report is not null and done_at is not null;

-- A picture that was looked at before is not looked at again.
create index contents_sha256 on contents (sha256);

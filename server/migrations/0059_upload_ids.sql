-- The sender's own UUID of an upload: the photo keeps it, so that a browser that has lost the answer knows which photo arrived. In a set the
-- same id is the same photo: `source_sha256` is a hash of the id where there is one.
alter table contents add column upload_id uuid;

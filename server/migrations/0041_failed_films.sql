-- How many films stand as failed now, from the index alone.
create index if not exists versions_failed_now on versions (created_at) where state = 'failed';
-- And which photos had one last.
create index if not exists versions_troubled on versions (content_id, created_at) where state in ('failed', 'retry_pending');

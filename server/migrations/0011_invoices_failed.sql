-- The list of invoices that could not be issued would read all invoices without it.
create index if not exists invoices_failed on invoices (issued_at, id) where issue_state = 'failed';

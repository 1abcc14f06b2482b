-- Disputes are compared with the payment provider, too. In `ledger_differences` their subjects are `dispute:<reference>`, and of an end that
-- is missing `dispute_won:`, `dispute_lost:` or `dispute_closed:<reference>`.
alter table ledger_checks add column disputes int not null default 0;

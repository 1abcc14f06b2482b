-- The ledger is read by kind as well, and some kinds are rare.
create index payment_ledger_kind on payment_ledger (kind, recorded_at desc);

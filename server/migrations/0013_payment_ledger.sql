-- The session is complete, but its money takes days (a bank debit): since when. It stays `open` until the money arrives or fails.
alter table checkouts add column processing_at timestamptz;
-- What the provider stated of its payment that does not fit what was asked: while it stands, nothing is fulfilled.
alter table checkouts add column doubt text;
-- When the provider was last asked because the customer waits.
alter table checkouts add column asked_at timestamptz;
create index checkouts_bucket on checkouts (bucket_id, created_at desc);
create index checkouts_payment_intent on checkouts (payment_intent);

-- What happened to money, as the payment provider stated it, each fact once. `sales` says what was sold; nothing here changes that.
create table payment_ledger (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'charge',
    'refund', 'refund_failed',
    -- What a charge says of all its refunds together; its refunds tell the same one by one.
    'refund_total',
    'dispute', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_won', 'dispute_lost', 'dispute_closed'
  )),
  -- The provider's id of what this is a fact of; the same fact told again changes nothing.
  provider_ref text not null,
  -- Minor units, beyond what one of our orders can be: the account may have other business.
  amount bigint not null check (amount >= 0),
  currency text not null,
  -- Joins the order: the checkout that was completed with it, whichever of the two comes first.
  payment_intent text,
  -- The checkout that the provider's copy of our metadata names.
  checkout_id uuid,
  reason text,
  recorded_at timestamptz not null,
  unique (kind, provider_ref)
);
create index payment_ledger_payment_intent on payment_ledger (payment_intent);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'the payment ledger is only ever added to';
end $$;
create trigger only_added_to before update or delete on payment_ledger
  for each statement execute function refuse_ledger_change();

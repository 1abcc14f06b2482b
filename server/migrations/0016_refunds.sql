-- Refunds that administrators make through the payment provider, one row per request. Written before the provider is called; outlives its
-- bucket, and holds no personal data except in notes.
create table refunds (
  -- Chosen by the administrator's page: a repeated request is one refund. Also in the refund's metadata at the provider, and in its
  -- idempotency key.
  id uuid primary key,
  bucket_id uuid not null,
  payment_intent text not null,
  -- Minor units.
  amount bigint not null check (amount > 0),
  currency text not null,
  note text not null,
  scope text not null check (scope in ('whole', 'films', 'amount')),
  -- The films that were refunded, each with its share of the amount: `RefundedFilm[]`.
  films jsonb not null,
  -- Whether the films of the refund are deleted once the provider has made it.
  films_go boolean not null,
  -- requested: the provider has not been called. sent: it may have been. unknown: called, without a clear answer. pending: the provider
  -- has the refund, and its bank has not confirmed it. failed: made, and did not reach the customer. refused: not made.
  state text not null default 'requested'
    check (state in ('requested', 'sent', 'unknown', 'pending', 'succeeded', 'failed', 'refused')),
  -- The provider's id of the refund.
  provider_ref text unique,
  -- The provider's code and words for why it refused the refund, or why the refund failed.
  failure_code text,
  failure text,
  -- Requests that may have reached the provider; each commits before it leaves, and a step commits only if no other came in between.
  requests int not null default 0,
  -- The first of them, by the database's own clock: the provider forgets an idempotency key after a day.
  sent_at timestamptz,
  -- When the next step is due, by the database's own clock; null once nothing is left to do.
  look_at timestamptz,
  requested_by uuid not null,
  requested_at timestamptz not null,
  ended_at timestamptz,
  -- When the films were deleted, and how many.
  films_removed_at timestamptz,
  films_removed int,
  constraint refunds_sent_at_when_sent check ((requests = 0) = (sent_at is null)),
  constraint refunds_made_with_reference check (state not in ('pending', 'succeeded') or provider_ref is not null),
  constraint refunds_look_at_while_open check ((look_at is null) = (state in ('succeeded', 'failed', 'refused'))),
  constraint refunds_ended_at_when_ended check ((ended_at is null) = (state not in ('succeeded', 'failed', 'refused')))
);
create index refunds_payment_intent on refunds (payment_intent);
create index refunds_bucket on refunds (bucket_id, requested_at);
create index refunds_look_at on refunds (look_at) where look_at is not null;

-- The refund that settled a debt: if it fails later, the debt is open again.
alter table owed_films add column refund_id uuid references refunds;
create index owed_films_refund on owed_films (refund_id) where refund_id is not null;

-- As in 0007, which cannot know `refunds` yet, with the last condition added: a refund that was made here is never taken for one that a
-- record without a reference describes. Part of a view cannot be changed.
create or replace view recorded_refund_joins as
select c.payment_intent, c.id as credit_id, l.provider_ref
from credits c join payment_ledger l on l.kind = 'refund' and l.provider_ref = c.provider_ref
where c.kind = 'refund'
union all
select payment_intent, c.id, l.provider_ref
from (
  select id, payment_intent, amount, row_number() over (partition by payment_intent, amount order by recorded_at, id) as place
  from credits where kind = 'refund' and provider_ref is null
) c join (
  select provider_ref, payment_intent, amount, row_number() over (partition by payment_intent, amount order by id) as place
  from payment_ledger told
  where kind = 'refund' and not exists (select 1 from credits named where named.provider_ref = told.provider_ref)
    and not exists (select 1 from refunds made where made.provider_ref = told.provider_ref)
) l using (payment_intent, amount, place);

-- What administrators gave customers to make good: a refund that was made outside (no money moves by it), or films made without payment. Only
-- ever added to, as the payment ledger is; holds no personal data beyond what a note says, and outlives its set.
create table credits (
  -- Made by the page of the administrator: asked twice, it is one credit.
  id uuid primary key,
  kind text not null check (kind in ('refund', 'films')),
  bucket_id uuid not null,
  -- Of a refund: the payment it is of, and what the payment provider calls it where it was made there.
  payment_intent text,
  provider_ref text,
  -- Minor units.
  amount bigint not null default 0 check (amount >= 0),
  currency text,
  -- Of films: how many, and of which effect, as it was sold.
  films int not null default 0 check (films >= 0),
  effect jsonb,
  note text not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  check (kind <> 'refund' or (payment_intent is not null and currency is not null and amount > 0 and films = 0)),
  check (kind <> 'films' or (effect is not null and films > 0 and amount = 0))
);
create unique index credits_provider_ref on credits (provider_ref) where provider_ref is not null;
create index credits_payment_intent on credits (payment_intent) where payment_intent is not null;
create index credits_bucket on credits (bucket_id);
create index credits_recorded on credits (recorded_at desc);
create trigger only_added_to before update or delete on credits
  for each statement execute function refuse_ledger_change();

-- Films that were not bought but given; and what was given for a film that could not be made.
alter table versions add column credit_id uuid references credits;
create index versions_credit on versions (credit_id) where credit_id is not null;
alter table owed_films add column credit_id uuid references credits;

create index payment_ledger_recorded on payment_ledger (recorded_at desc);
create index payment_ledger_checkout on payment_ledger (checkout_id) where checkout_id is not null;
create index payment_ledger_refunds on payment_ledger (payment_intent) where kind in ('refund', 'refund_total', 'refund_failed');

-- Which recorded refund is which of the provider's: the one it names, else the first of the same amount that nobody named. Worked out from
-- facts that never change, so it does not matter which of the two is told first.
create view recorded_refund_joins as
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
) l using (payment_intent, amount, place);

-- What of each payment went back, in minor units: what the provider told, by single refunds or by their sum, without those that failed, and
-- what was recorded beside that. Payments without a refund have no row.
create view refunded_payments as
select payment_intent, max(currency) as currency, sum(amount)::bigint as amount
from (
  select payment_intent, max(upper(currency)) as currency, greatest(0, greatest(
      coalesce(sum(amount) filter (where kind = 'refund'), 0), coalesce(max(amount) filter (where kind = 'refund_total'), 0)
    ) - coalesce(sum(amount) filter (where kind = 'refund_failed'), 0)) as amount
  from payment_ledger
  where kind in ('refund', 'refund_total', 'refund_failed') and payment_intent is not null group by payment_intent
  union all
  select payment_intent, currency, amount from credits
  where kind = 'refund' and not exists (
    select 1 from recorded_refund_joins joined
    where joined.payment_intent = credits.payment_intent and joined.credit_id = credits.id)
) refunds group by payment_intent;

-- Comparisons of the ledger with the payment provider, and what did not fit, each thing once: it is told once.
create table ledger_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  charges int not null,
  refunds int not null,
  differences int not null
);
create table ledger_differences (
  -- `charge:<payment>` or `refund:<reference>`.
  subject text not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount')),
  ours bigint,
  theirs bigint,
  currency text,
  bucket_id uuid,
  found_at timestamptz not null,
  -- It fits by now.
  gone_at timestamptz,
  primary key (subject, kind)
);
create index ledger_differences_open on ledger_differences (found_at) where gone_at is null;

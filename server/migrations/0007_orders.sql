-- A checkout's required statements, as the customer gave them.
create table consents (
  id uuid primary key,
  bucket_id uuid not null,
  user_id uuid references users on delete set null,
  kind text not null check (kind in ('guidelines', 'final_sale')),
  text_version text not null,
  language text not null,
  given_at timestamptz not null,
  unique (bucket_id, kind, text_version)
);

-- Events of the payment provider that were processed; by the primary key each is processed once.
create table payment_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null,
  outcome text not null
);

-- Up to when, by the provider's clock, its own list of session events has been read. No row: not read yet.
create table payment_news_cursor (
  only_one boolean primary key default true check (only_one),
  seen_until timestamptz not null
);

-- Revenue: one row per fulfilled order, unchanged whatever happens to the bucket later. Amounts in minor units.
create table sales (
  bucket_id uuid primary key,
  checkout_id uuid not null unique references checkouts,
  amount int not null check (amount >= 0),
  currency text not null,
  photos int not null,
  films int not null,
  paid_at timestamptz not null
);
create index sales_paid_at on sales (paid_at);

-- Movements of money as the payment provider reported them, each once. `sales` says what was sold; nothing here changes that.
create table payment_ledger (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'charge',
    'refund', 'refund_failed',
    -- The sum of a charge's refunds, as the charge reports it; single refunds report the same money again.
    'refund_total',
    'dispute', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_won', 'dispute_lost', 'dispute_closed'
  )),
  -- The provider's id of the charge, refund or dispute; a repeated report changes nothing.
  provider_ref text not null,
  -- Minor units; bigint, as the provider's account may have larger payments than the product's orders.
  amount bigint not null check (amount >= 0),
  currency text not null,
  -- Joins the order: the checkout that was completed with this payment, whichever of the two is written first.
  payment_intent text,
  -- The checkout that the provider's copy of our metadata names.
  checkout_id uuid,
  reason text,
  recorded_at timestamptz not null,
  unique (kind, provider_ref)
);
create index payment_ledger_payment_intent on payment_ledger (payment_intent);
create index payment_ledger_checkout on payment_ledger (checkout_id) where checkout_id is not null;
create index payment_ledger_refunds on payment_ledger (payment_intent) where kind in ('refund', 'refund_total', 'refund_failed');
create index payment_ledger_recorded on payment_ledger (recorded_at desc);
-- Some kinds are rare.
create index payment_ledger_kind on payment_ledger (kind, recorded_at desc);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'the payment ledger is only ever added to';
end $$;
create trigger only_added_to before update or delete on payment_ledger
  for each statement execute function refuse_ledger_change();

-- What administrators granted as compensation: a refund that was made outside the product (recording it moves no money), or films made
-- without payment. Append-only, as the payment ledger; holds no personal data except in notes, and outlives its bucket.
create table credits (
  -- Chosen by the administrator's page: a repeated request is one credit.
  id uuid primary key,
  kind text not null check (kind in ('refund', 'films')),
  bucket_id uuid not null,
  -- Of a refund: its payment, and the payment provider's id of the refund if it was made there.
  payment_intent text,
  provider_ref text,
  -- Minor units.
  amount bigint not null default 0 check (amount >= 0),
  currency text,
  -- Of films: how many, and with which prompt as it was sold.
  films int not null default 0 check (films >= 0),
  effect jsonb,
  note text not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  constraint credits_refund_complete
    check (kind <> 'refund' or (payment_intent is not null and currency is not null and amount > 0 and films = 0)),
  constraint credits_films_complete check (kind <> 'films' or (effect is not null and films > 0 and amount = 0))
);
create unique index credits_provider_ref on credits (provider_ref) where provider_ref is not null;
create index credits_payment_intent on credits (payment_intent) where payment_intent is not null;
create index credits_bucket on credits (bucket_id);
create index credits_recorded on credits (recorded_at desc);
create trigger only_added_to before update or delete on credits
  for each statement execute function refuse_ledger_change();
alter table films add foreign key (credit_id) references credits;
alter table owed_films add foreign key (credit_id) references credits;

-- Which recorded refund is which refund of the provider: the one it names, otherwise the first of the same amount that no record names.
-- Derived from rows that never change, so it does not matter which of the two is written first.
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

-- How much of each payment was refunded, in minor units: the provider's single refunds or their sum, whichever is larger, minus failed
-- ones, plus recorded refunds that the provider does not know. Payments without a refund have no row.
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

-- Comparisons of the ledger with the payment provider's records.
create table ledger_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  charges int not null,
  refunds int not null,
  disputes int not null default 0,
  differences int not null
);

-- Differences that they found. A difference has one row, so that administrators are notified once.
create table ledger_differences (
  -- `charge:<payment>`, `refund:<reference>` or `dispute:<reference>`; of a missing end of a dispute `dispute_won:<reference>`,
  -- `dispute_lost:<reference>` or `dispute_closed:<reference>`.
  subject text not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount')),
  -- Minor units: the ledger's amount, and the provider's.
  ours bigint,
  theirs bigint,
  currency text,
  bucket_id uuid,
  found_at timestamptz not null,
  -- Since when both agree.
  gone_at timestamptz,
  primary key (subject, kind)
);
create index ledger_differences_open on ledger_differences (found_at) where gone_at is null;

-- The invoice of a bucket. Partner is the invoicing providers' word for the buyer.
create table invoices (
  id uuid primary key,
  -- Null once the bucket or the account is deleted; the invoice stays as long as the law requires.
  bucket_id uuid unique references buckets on delete set null,
  user_id uuid references users on delete set null,
  partner_name text not null,
  partner_tax_number text,
  partner_address text not null,
  partner_city text not null,
  partner_post_code text not null,
  partner_country text not null check (partner_country ~ '^[A-Z]{2}$'),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HUF')),
  language text not null check (language in ('en', 'hu', 'de', 'fr', 'es')),
  payment_method text not null default 'bankcard',
  fulfillment_date date not null,
  due_date date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set once, when the order is paid, in minor units; an issued invoice never changes.
  issued_at timestamptz,
  amount int check (amount >= 0),
  -- The price lines that were charged.
  lines jsonb,
  -- Null: the bucket is not paid, or nothing was charged. issuing: the issuer was called, or it has issued and the PDF is missing.
  issue_state text check (issue_state in ('to_issue', 'issuing', 'unknown', 'issued', 'failed')),
  -- Counts the steps: a step commits only if the invoice is still at the step it began with.
  issue_step int not null default 0,
  -- Not changed any more once it may have issued the invoice.
  issuer text,
  -- What was looked up at the issuer before it was called.
  preparation jsonb,
  -- Requests that may have reached the issuer.
  requests int not null default 0,
  -- Committed before the request may leave; null means that the issuer has no request of ours.
  requested_at timestamptz,
  -- The request cannot have left after this time.
  sendable_until timestamptz,
  -- Lookups since then that found nothing.
  missing_lookups int not null default 0,
  -- Consecutive failures that decided nothing.
  consecutive_failures int not null default 0,
  issue_failure text,
  -- The issuer's result.
  document_id text,
  number text,
  pdf_key text,
  pdf_sha256 bytea,
  unique (issuer, number),
  unique (issuer, document_id),
  constraint invoices_amount_when_paid check ((issued_at is null) = (amount is null)),
  constraint invoices_sendable_until_when_requested check ((requested_at is null) = (sendable_until is null)),
  constraint invoices_number_with_document check ((document_id is null) = (number is null)),
  constraint invoices_pdf_when_issued
    check (issue_state <> 'issued' or (number is not null and pdf_key is not null and length(pdf_sha256) = 32)),
  constraint invoices_failure_when_failed check (issue_state <> 'failed' or issue_failure is not null)
);
create index invoices_user on invoices (user_id, updated_at desc);
create index invoices_to_issue on invoices (issued_at) where issued_at is not null and issue_state is distinct from 'issued';

-- The circuit breaker of an invoice issuer: not called before `until`. The next success deletes the row, so that administrators are
-- notified once.
create table issuer_pauses (
  issuer text primary key,
  until timestamptz not null,
  reason text not null,
  -- When administrators were notified, where only they can end the pause.
  told_at timestamptz
);

-- The number of the last invoice that the product issued itself. Changed in the transaction that writes the invoice, so that the numbers of
-- a year run from 1 without a gap, in the order of issue.
create table invoice_counter (
  only_row boolean primary key default true check (only_row),
  year int not null,
  last int not null check (last >= 0)
);
insert into invoice_counter (year, last) values (0, 0);

-- Invoices that the product issued itself; the trigger refuses changes and deletions.
create table invoice_register (
  reference text primary key,
  number text not null unique,
  issued_on date not null,
  -- Everything that the invoice states.
  facts jsonb not null,
  registered_at timestamptz not null
);

create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'issued invoices cannot be changed';
end
$$;
create trigger invoice_register_stays before update or delete on invoice_register
  for each row execute function refuse_invoice_change();

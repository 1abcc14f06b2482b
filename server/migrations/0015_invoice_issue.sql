-- How far the issue of a paid set's invoice is. Only columns are added: a version of the product that does not know them goes on paying
-- sets, and the sweep finds their invoices.
-- contract: since 0.1.0 the checks and unique keys below are about the new columns alone, which the release before leaves empty.
alter table invoices
  -- Empty: the set is not paid, or nothing was charged. issuing: asked, or issued with the PDF still to come.
  add column issue_state text check (issue_state in ('to_issue', 'issuing', 'unknown', 'issued', 'failed')),
  -- Who is asked; does not change any more once it may have issued.
  add column issuer text,
  -- The price lines that were charged.
  add column lines jsonb,
  -- What the issuer found out before it was asked.
  add column preparation jsonb,
  -- Requests that may have reached the issuer.
  add column asks int not null default 0,
  -- Committed before the request may leave; empty means that the issuer has no request of ours.
  add column asked_at timestamptz,
  -- Later than this the request cannot have left.
  add column sendable_until timestamptz,
  -- Lookups since then that found nothing.
  add column missing_lookups int not null default 0,
  -- Steps in a row that went wrong without deciding anything.
  add column troubles int not null default 0,
  add column issue_failure text,
  -- What the issuer made of it.
  add column document_id text,
  add column number text,
  add column pdf_key text,
  add column pdf_sha256 bytea,
  -- Counts the steps: what a step found is committed only over the state it began with.
  add column issue_step int not null default 0,
  add check ((asked_at is null) = (sendable_until is null)),
  add check ((document_id is null) = (number is null)),
  add check (issue_state <> 'issued' or (number is not null and pdf_key is not null and length(pdf_sha256) = 32)),
  add check (issue_state <> 'failed' or issue_failure is not null),
  add unique (issuer, number),
  add unique (issuer, document_id);
create index invoices_to_issue on invoices (issued_at) where issued_at is not null and issue_state is distinct from 'issued';

-- An issuer that said "not now": nobody asks it before. The row goes with the next success, so that administrators are told once.
create table issuer_pauses (
  issuer text primary key,
  until timestamptz not null,
  reason text not null,
  -- Since when, where only an administrator can end it.
  told_at timestamptz
);

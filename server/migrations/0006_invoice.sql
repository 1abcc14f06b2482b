create table invoices (
  id uuid primary key,
  -- Both go when the set or the account goes; the invoice stays as long as the law wants it.
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
  -- Set once, when the order is paid; an issued invoice never changes.
  issued_at timestamptz,
  amount int check (amount >= 0),
  check ((issued_at is null) = (amount is null))
);
create index invoices_user on invoices (user_id, updated_at desc);

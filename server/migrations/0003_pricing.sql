-- Every price list that ever was; the newest is in force. Amounts in minor units of the currency.
create table price_lists (
  id int generated always as identity primary key,
  base_price int not null check (base_price > 0),
  variant_price int not null check (variant_price > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HUF')),
  -- Objects of threshold quantity → whole percent.
  volume_discounts jsonb not null default '{}',
  variant_discounts jsonb not null default '{}',
  package_discounts jsonb not null default '{}',
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  check (currency <> 'HUF' or (base_price % 100 = 0 and variant_price % 100 = 0))
);

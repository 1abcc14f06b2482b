-- How far the payment provider's own list of what happened to sessions has been read, by its clock. No row: not yet.
create table payment_news_cursor (
  only_one boolean primary key default true check (only_one),
  seen_until timestamptz not null
);

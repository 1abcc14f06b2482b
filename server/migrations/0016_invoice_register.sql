-- Invoices that the product issues itself. The counter's row is changed in the transaction that writes the entry: numbers run from 1 in
-- each year, in the order of the entries, and none is left out.
create table invoice_counter (
  only_row boolean primary key default true check (only_row),
  year int not null,
  last int not null check (last >= 0)
);
insert into invoice_counter (year, last) values (0, 0);

create table invoice_register (
  reference text primary key,
  number text not null unique,
  issued_on date not null,
  -- Everything the invoice says.
  facts jsonb not null,
  registered_at timestamptz not null
);

-- An invoice that is issued is neither changed nor removed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'issued invoices cannot be changed';
end
$$;
create trigger invoice_register_stays before update or delete on invoice_register for each row execute function refuse_change();

-- When the customer chose the photo; null where that was not said. The photos of a set stand in this order: uploads end in any.
alter table contents add column chosen_at timestamptz;

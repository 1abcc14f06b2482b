-- When a set was last archived and last brought back, for its history; null where that never happened, or happened before this migration.
alter table buckets
  add column archived_at timestamptz,
  add column unarchived_at timestamptz;

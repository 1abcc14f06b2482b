-- contract: since 0.1 nothing writes or reads these columns; no release has had them.
alter table attempts drop column progress, drop column lease_owner;
alter table payment_events drop column session_id;

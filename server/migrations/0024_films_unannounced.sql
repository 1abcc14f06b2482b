-- Whether the film is finished and its customer has not been notified of it yet: a film that comes late waits for the others of its set.
alter table films add column unannounced boolean not null default false;

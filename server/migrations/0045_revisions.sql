-- Which state of a row an administrator saw: raised with every change, also one by a process of an older version.
create function raise_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;

alter table prompts add column revision int not null default 1;
alter table pictograms add column revision int not null default 1;
alter table notification_configs add column revision int not null default 1;
alter table video_config add column revision int not null default 1;

create trigger raise_revision before update on prompts for each row execute function raise_revision();
create trigger raise_revision before update on pictograms for each row execute function raise_revision();
create trigger raise_revision before update on notification_configs for each row execute function raise_revision();
create trigger raise_revision before update on video_config for each row execute function raise_revision();

-- Whether customers are offered the effect. Orders that have it keep it.
alter table prompts add column enabled boolean not null default true;

-- Its position is not part of an effect: a form that is open while others are moved can still be saved.
create or replace trigger raise_revision
  before update of image_theme, action, prompt, suggestions, effect, enabled, withdrawn_at on prompts
  for each row execute function raise_revision();

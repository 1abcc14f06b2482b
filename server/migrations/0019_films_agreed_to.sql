-- What the customer had agreed to get in place of the effect when it was sold (see `photo_prompts`). A paid film that shows something else
-- without that agreement is owed.
alter table films add column agreed_to text;
update films set agreed_to = photo_prompts.agreed_to
  from photo_prompts
  where photo_prompts.photo_id = films.photo_id and photo_prompts.prompt_id = films.prompt_id and photo_prompts.agreed_to is not null;

-- What the customer has agreed to get in place of the effect, by the reason for it (see `lackCodes` in the contract); null where the
-- effect is shown as it is named, or nobody has agreed. The site orders no effect that the photo cannot show without it.
alter table photo_prompts add column agreed_to text;

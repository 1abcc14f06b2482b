-- The search for words in error messages. PostgreSQL's own text search and no extension: an operator's database may have none. Its parsers
-- are not used either, as they read ids, addresses and paths in ways of their own: a word is a run of letters and digits in small letters,
-- of which the first 60 count. `cs_test_a1B2` has the words `cs`, `test` and `a1b2`.
create function words_of(message text) returns text[] language sql immutable parallel safe as $$
  select array_remove(regexp_split_to_array(
    regexp_replace(lower(message), '([[:alnum:]]{60})[[:alnum:]]+', '\1', 'g'), '[^[:alnum:]]+'), '')
$$;

-- Each word that is searched for is the beginning of one of the message's words, in any order. Null without any word.
create function words_sought(search text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(distinct quote_literal(word) || ':*', ' & ')::tsquery from unnest(words_of(search)) word
$$;

alter table error_logs add column if not exists words tsvector generated always as (array_to_tsvector(words_of(error_message))) stored;
-- Errors are written rarely: each is in the index at once, so that no search reads a list of pending ones.
create index if not exists error_logs_words on error_logs using gin (words) with (fastupdate = off);

-- Finds users by any part of their name or address. Capitals are small letters, and all but plain ASCII are one sign, so that no database's
-- locale matters: what contains the text that is searched for has all its trigrams, and a few others may have them too.
create function trigrams(given text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(folded, i, 3) from generate_series(1, length(folded) - 2) i)
  from regexp_replace(lower(given), '[^ -~]', '~', 'g') folded
$$;
create index if not exists users_trigrams on users using gin (trigrams(name || ' ' || email)) with (fastupdate = off);

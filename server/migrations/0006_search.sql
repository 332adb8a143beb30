-- Search for people by username and name: beginnings of words, whole words, and words with a slip of the finger.
--
-- Every word gives some keys, and keys are looked up as they are, so that a search touches only people who match. (Trigrams
-- were measured: 30 to 500 ms a misspelt word among a million people, for their lists grow with everybody; and one or two
-- Chinese characters make no trigram.)

create extension if not exists unaccent with schema public;
create extension if not exists fuzzystrmatch with schema public;

-- A text as it is compared: compatible forms made equal (full-width letters), no accents, lower case.
create function search_fold(given text) returns text
language sql immutable parallel safe strict
return lower(public.unaccent('public.unaccent'::regdictionary, normalize(given, NFKC)));

-- The words of a folded text, at most 40 letters of each. The separators are listed, not asked of the locale, which on some
-- systems knows only ASCII.
create function search_words(folded text) returns text[]
language plpgsql immutable parallel safe strict as $$
declare
  words text[] := '{}';
  word text;
begin
  foreach word in array regexp_split_to_array(folded, '[\s\x01-\x2f:-@[-`{-\x7f\u00a0-\u00bf\u2000-\u206f\u3000-\u303f\u30fb]+') loop
    if word <> '' then words := words || left(word, 40); end if;
  end loop;
  return words;
end $$;

-- What a query is compared with: the words of a person, each after a space.
create function search_text(username text, name text) returns text
language sql immutable parallel safe
return ' ' || replace(lower(username), '_', ' ') || ' ' || replace(lower(username), '_', '') || coalesce(
  ' ' || regexp_replace(public.search_fold(name), '[\s\x01-\x2f:-@[-`{-\x7f\u00a0-\u00bf\u2000-\u206f\u3000-\u303f\u30fb]+', ' ', 'g'), '');

-- The keys of a slip: the first seven letters (without a number at the end), and the same with one letter left out. Two words
-- that differ by one letter more, less, other or swapped share a key (W. Garbe, SymSpell).
create function search_slip_keys(word text) returns integer[]
language plpgsql immutable parallel safe strict as $$
declare
  stem text := left(rtrim(word, '0123456789'), 7);
  keys integer[];
begin
  if length(stem) < 4 then stem := left(word, 7); end if;
  if length(stem) < 4 then return '{}'; end if;
  keys := array[hashtext('~' || stem)];
  for cut in 1..length(stem) loop
    keys := keys || hashtext('~' || left(stem, cut - 1) || substr(stem, cut + 1));
  end loop;
  return keys;
end $$;

-- Whether a text begins in a script that is written without spaces (Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean).
create function search_is_dense(word text) returns boolean
language sql immutable parallel safe strict
return ascii(word) > 3583 and word ~ '^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]';

-- All keys of a person: of each word, its beginnings of 2 to 8 letters, the word itself, and its slips. In a script without
-- spaces every character begins a word, and one character is a beginning.
create function search_keys(username text, name text) returns integer[]
language plpgsql immutable parallel safe cost 100000 as $$
declare
  handle text := lower(username);
  texts text := handle || case when strpos(handle, '_') > 0 then ' ' || replace(handle, '_', '') else '' end
    || coalesce(' ' || public.search_fold(name), '');
  word text;
  tail text;
  keys integer[] := '{}';
begin
  foreach word in array public.search_words(texts) loop
    for reach in 2..least(length(word), 8) loop
      keys := keys || hashtext('^' || left(word, reach));
    end loop;
    keys := keys || hashtext('=' || word) || public.search_slip_keys(word);
    if octet_length(word) > length(word) then
      for place in 1..length(word) loop
        tail := substr(word, place, 6);
        if public.search_is_dense(tail) then
          for reach in 1..length(tail) loop
            keys := keys || hashtext('^' || left(tail, reach));
          end loop;
        end if;
      end loop;
    end if;
  end loop;
  return keys;
end $$;

create index users_search_keys on users using gin (search_keys(username, name)) with (fastupdate = off)
where activated_at is not null;

create index users_search_username on users (lower(username) text_pattern_ops)
where activated_at is not null;

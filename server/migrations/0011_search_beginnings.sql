-- Search bears a slip of the finger in the beginning of a word, too: "jonh" finds Johnson.

-- The keys of slips in the beginnings of a word: each of 4 to 6 letters, with one letter left out in turn, and its length. (The
-- word itself, up to seven letters, has search_slip_keys.)
create function search_begun_slip_keys(word text) returns integer[]
language plpgsql immutable parallel safe strict as $$
declare
  stem text := rtrim(word, '0123456789');
  keys integer[] := '{}';
begin
  for reach in 4..least(length(stem) - 1, 6) loop
    for cut in 1..reach loop
      keys := keys || hashtext('~' || reach || left(stem, cut - 1) || substr(stem, cut + 1, reach - cut));
    end loop;
  end loop;
  return keys;
end $$;

-- The keys under which a mistyped beginning is looked for: another letter or two that are swapped, one that is missing, one too
-- many. From seven letters on search_slip_keys finds it.
create function search_begun_slip_query(word text) returns integer[]
language plpgsql immutable parallel safe strict as $$
declare
  reach integer := length(word);
  rest text;
  keys integer[] := '{}';
begin
  if reach not between 4 and 6 then return keys; end if;
  if reach < 6 then keys := keys || hashtext('~' || reach + 1 || word); end if;
  for cut in 1..reach loop
    rest := left(word, cut - 1) || substr(word, cut + 1);
    keys := keys || hashtext('~' || reach || rest) || hashtext('^' || rest);
  end loop;
  return keys;
end $$;

-- A word with each two neighbours swapped in turn: the commonest slip.
create function search_swaps(word text) returns text[]
language sql immutable parallel safe strict
return array(
  select left(word, place - 1) || substr(word, place + 1, 1) || substr(word, place, 1) || substr(word, place + 2)
  from generate_series(1, length(word) - 1) place
  where substr(word, place, 1) <> substr(word, place + 1, 1)
);

-- As before, and with the slips in beginnings.
create or replace function search_keys(username text, name text) returns integer[]
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
    keys := keys || hashtext('=' || word) || public.search_slip_keys(word) || public.search_begun_slip_keys(word);
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

-- Whatever is indexed by these keys has the old ones.
do $$
declare index_name text;
begin
  for index_name in
    select format('%I.%I', schemaname, indexname) from pg_indexes where indexdef like '%search_keys(%'
  loop
    execute 'reindex index ' || index_name;
  end loop;
end $$;

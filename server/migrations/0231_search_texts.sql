-- Posts, comments and messages are found by grams: numbers that stand for a few of their letters, in one column with one index. Texts
-- themselves stay where they are, and are read there when they're found, so nothing here can say what somebody may no longer see.
--
-- thing and number: a post's or comment's id and 0; a message's room and number. grams: also one for where it is.
create table search_texts (
  thing uuid not null,
  number bigint not null,
  grams integer[] not null,
  primary key (thing, number)
);
-- What's new waits in a list that every search reads, too, so it's kept short.
create index search_texts_grams on search_texts using gin (grams) with (gin_pending_list_limit = 512);

-- Texts that were written, changed or deleted since they were indexed; a job takes them from here. Triggers note them, because while this
-- version is being started, the one before writes, too.
create table search_waiting (
  id bigint generated always as identity primary key,
  kind text not null,
  thing uuid not null,
  number bigint not null
);

-- What was there before the index: how far each kind has come, from the newest to the oldest. A row ends when its kind is done.
create table search_filling (
  kind text primary key,
  total bigint not null,
  done bigint not null default 0,
  before_thing uuid,
  before_number bigint
);
insert into search_filling (kind, total)
select kind, total from (values
  ('posts', (select count(*) from posts)),
  ('comments', (select count(*) from comments)),
  ('messages', (select count(*) from messages))
) existing (kind, total) where total > 0;

create function note_for_search() returns trigger language plpgsql as $$
begin
  insert into search_waiting (kind, thing, number) values (tg_table_name, coalesce(new.id, old.id), 0);
  return null;
end $$;

create function note_message_for_search() returns trigger language plpgsql as $$
begin
  insert into search_waiting (kind, thing, number) values ('messages', coalesce(new.room_id, old.room_id), coalesce(new.id, old.id));
  return null;
end $$;

create trigger posts_searched after insert or delete on posts for each row execute function note_for_search();
create trigger posts_searched_anew after update of content on posts
  for each row when (old.content <> new.content) execute function note_for_search();
create trigger comments_searched after insert or delete on comments for each row execute function note_for_search();
create trigger comments_searched_anew after update of content on comments
  for each row when (old.content <> new.content) execute function note_for_search();
create trigger messages_searched after insert or delete on messages for each row execute function note_message_for_search();
create trigger messages_searched_anew after update of content on messages
  for each row when (old.content <> new.content) execute function note_message_for_search();

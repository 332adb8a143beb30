-- Which messages mention whom, so that mentions are counted without reading a room's messages. user_id is a person's, or all zeros for
-- everyone. Without foreign keys: accounts go without waiting for rooms, and rows of what's gone are deleted with the message.
create table message_mentions (
  user_id uuid not null,
  room_id uuid not null,
  message_id bigint not null,
  primary key (user_id, room_id, message_id)
);
create index message_mentions_message on message_mentions (room_id, message_id);

create function keep_message_mentions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from message_mentions where room_id = old.room_id and message_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.mentions is not null then
    insert into message_mentions (user_id, room_id, message_id)
    select distinct coalesce((item.value->>'id')::uuid, '00000000-0000-0000-0000-000000000000'), new.room_id, new.id
    from json_array_elements(new.mentions) item;
  end if;
  return null;
end $$;

create trigger messages_mention_new after insert on messages
  for each row when (new.mentions is not null) execute function keep_message_mentions();
create trigger messages_mention_others after update of mentions on messages
  for each row when (old.mentions::text is distinct from new.mentions::text) execute function keep_message_mentions();
create trigger messages_mention_none after delete on messages
  for each row when (old.mentions is not null) execute function keep_message_mentions();

-- How much of a room a person wants to be told. No row, or one that's over: as the kind of room has it.
create table room_notify (
  user_id uuid not null references users (id) on delete cascade,
  room_id uuid not null,
  notify text not null check (notify in ('all', 'mentions', 'none')),
  until timestamptz,
  primary key (user_id, room_id)
);
create index room_notify_room on room_notify (room_id);

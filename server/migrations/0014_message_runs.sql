-- Every message of the room after run_after, up to the message itself, is from the same sender. So the newest message of others is
-- found in a few steps however many of one's own come after it. Null: not known, for what the version before stored.
alter table messages add column run_after bigint;

-- The newest message of a room. Volatile on purpose: it sees what was committed before it was called, also after its statement
-- began, so whoever holds the lock of the room (0007) sees all of it.
create function newest_message_of(room uuid, out id bigint, out sender_id uuid, out run_after bigint)
language plpgsql volatile as $$
begin
  select messages.id, messages.sender_id, messages.run_after into id, sender_id, run_after
  from messages where messages.room_id = room order by messages.id desc limit 1;
end
$$;

-- What a thread says of itself: how many replies it has that are neither deleted nor removed, and which is the last (0: none). Whoever
-- stores, deletes, removes or restores one counts it in the same transaction.
alter table rooms add column reply_count integer not null default 0, add column last_reply_id bigint not null default 0;
update rooms set (reply_count, last_reply_id) = (
  select count(*), coalesce(max(messages.id), 0) from messages
  where messages.room_id = rooms.id and messages.deleted_at is null and messages.removal is null and messages.system is null
) where rooms.root_id is not null;

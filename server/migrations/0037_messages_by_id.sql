-- no transaction: an index on a table that everybody writes to is built beside its use.
--
-- Messages by id alone, for calls that name a message and not its room.
drop index concurrently if exists messages_id;
create index concurrently messages_id on messages (id);

-- no transaction: an index on a table that everybody writes to is built beside its use.
--
-- A room's messages that have changed, in the order in which they did, for clients that were away.
drop index concurrently if exists messages_revision;
create index concurrently messages_revision on messages (room_id, revision) where revision is not null;

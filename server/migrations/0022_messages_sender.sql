-- no transaction: an index on a table that everybody writes to is built beside its use.
--
-- Messages by who sent them: when an account is deleted, an opaque stub takes the place of its id in them.
drop index concurrently if exists messages_sender;
create index concurrently messages_sender on messages (sender_id);

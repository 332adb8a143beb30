-- no transaction: an index on a table that everybody writes to is built beside its use.
--
-- The message that shows a file. Messages without files aren't in it, so that they cost nothing more; and nothing waits in a list.
drop index concurrently if exists messages_attachments;
create index concurrently messages_attachments on messages using gin (attachment_ids) with (fastupdate = off)
  where attachment_ids is not null;

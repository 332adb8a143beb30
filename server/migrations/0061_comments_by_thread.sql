-- no transaction: an index on a table that everybody writes to is built beside its use.
--
-- A thread's replies, in order.
drop index concurrently if exists comments_thread;
create index concurrently comments_thread on comments (parent_id, id) where parent_id is not null;

-- no transaction: an index on a table that everybody writes to is built beside its use.
--
-- A post's threads, by the comments that they begin with.
drop index concurrently if exists comments_top;
create index concurrently comments_top on comments (post_id, id desc) where parent_id is null;

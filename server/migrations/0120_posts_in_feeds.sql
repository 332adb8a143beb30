-- no transaction: posts is in use while its indexes are built.
--
-- Imported posts are never in feeds. Without these, a page would read past all that somebody has just imported.
drop index concurrently if exists posts_in_feeds;
create index concurrently posts_in_feeds on posts (id desc) where imported_created_at is null;
drop index concurrently if exists posts_in_feeds_by_author;
create index concurrently posts_in_feeds_by_author on posts (author_id, id desc) where imported_created_at is null;

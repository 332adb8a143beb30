-- no transaction: posts is in use while its index is built.
--
-- As posts_in_feeds (0120), with whose each post is and where: the feeds of some people or communities look through everyone's newest
-- posts without reading them. It takes the place of that one, so that a post costs no more.
drop index concurrently if exists posts_in_feeds_with_sources;
create index concurrently posts_in_feeds_with_sources on posts (id desc) include (author_id, community_id)
  where imported_created_at is null;
drop index concurrently if exists posts_in_feeds;

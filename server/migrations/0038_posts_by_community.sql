-- no transaction: posts is in use while its index is built.
drop index concurrently if exists posts_community;
create index concurrently posts_community on posts (community_id, id desc) where community_id is not null;

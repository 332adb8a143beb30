-- no transaction: posts is in use while its index is built.
--
-- A post of an archive comes along once.
drop index concurrently if exists posts_import_source;
create unique index concurrently posts_import_source on posts (author_id, import_source) where import_source is not null;

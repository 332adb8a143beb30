-- What names the session that began an import: if somebody else ends that session, as people do with a stranger's, the import ends, too.
-- Null: the import began before this was kept.
alter table imports add column begun_by bytea;

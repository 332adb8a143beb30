-- no transaction: an index of a table that is in use is built concurrently
-- Whether the file of a video or a sound still has what its device wrote into it: who made it, where, when. `kept`: yes, as
-- whatever the version before stores; `removed`: no; `stuck`: it could not be removed, so the file is not served. Pictures lose theirs
-- before they are stored.
alter table media_files add column if not exists metadata text not null default 'kept';
-- What was stored before is found by this, and the index shrinks to nothing as it's worked off.
drop index concurrently if exists media_files_with_metadata;
create index concurrently media_files_with_metadata on media_files (id)
  where metadata = 'kept' and type not like 'image/%';

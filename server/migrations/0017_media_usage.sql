-- How many bytes each person's media take up, so that an upload doesn't add up all of them. owner_id refers to nothing, as in
-- media_files (0003): a community's picture belongs to the community.
--
-- Triggers keep it, because the version before writes media, too. Its row is locked after the media's and before the post's.
create table media_usage (
  owner_id uuid primary key,
  bytes bigint not null check (bytes >= 0)
) with (fillfactor = 70);

create function count_added_media() returns trigger language plpgsql as $$
begin
  insert into media_usage as kept (owner_id, bytes)
  select owner_id, sum(bytes) from added group by owner_id order by owner_id
  on conflict (owner_id) do update set bytes = kept.bytes + excluded.bytes;
  return null;
end $$;

-- Who has nothing left has no row, so that nothing names a deleted account.
create function count_removed_media() returns trigger language plpgsql as $$
begin
  perform from media_usage where owner_id in (select owner_id from removed) order by owner_id for update;
  update media_usage set bytes = media_usage.bytes - gone.bytes
  from (select owner_id, sum(bytes) as bytes from removed group by owner_id) gone
  where media_usage.owner_id = gone.owner_id;
  delete from media_usage where owner_id in (select owner_id from removed) and bytes = 0;
  return null;
end $$;

create trigger media_files_added after insert on media_files
  referencing new table as added for each statement execute function count_added_media();
create trigger media_files_removed after delete on media_files
  referencing old table as removed for each statement execute function count_removed_media();

-- Media are locked against writing since the triggers were made, so nothing is missed or counted twice.
insert into media_usage (owner_id, bytes) select owner_id, sum(bytes) from media_files group by owner_id;

-- When it's looked at: the turns of the media of one owner follow each other, so that owners take turns. Null: its turn isn't known.
alter table media_files add column turn smallint;

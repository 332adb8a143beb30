-- Videos that browsers can't decode, which a job converts.
-- converts_from: the extension of the file that's still to be put into the format of its path. progress: of that, in percent. unplayable:
-- it couldn't be converted, so it's there to download.
alter table media_files
  add column converts_from text,
  add column progress smallint,
  add column unplayable boolean not null default false;

-- The contract's `files` or `attachments` as their author gets them: what isn't checked yet isn't marked as sensitive, and they see how far
-- it is.
create or replace function files_for_author(files json) returns json language plpgsql stable as $$
begin
  return (
    select json_agg(
      case when given.file ->> 'state' = 'processing' then
        given.file::jsonb ||
        case when given.file::jsonb ? 'is_nsfw' then '{"is_nsfw":false}'::jsonb else '{}' end ||
        coalesce(
          (select jsonb_build_object('progress', media_files.progress) from media_files
           where media_files.id = (given.file ->> 'file_id')::uuid and media_files.progress is not null),
          '{}'
        )
      else given.file::jsonb end
      order by given.place
    )
    from json_array_elements(files) with ordinality as given (file, place)
  );
end $$;

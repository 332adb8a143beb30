-- Pictures of link previews. Each belongs to the one text whose preview names its path; unused_since: since when none does. The path
-- comes before the preview, so that whatever happens in between leaves a row to sweep.
create table link_pictures (
  path text primary key,
  unused_since timestamptz default now()
);
create index link_pictures_unused on link_pictures (unused_since) where unused_since is not null;

create function keep_link_pictures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.link is not null then
    update link_pictures set unused_since = now() where path = old.link::json->>'image_path';
  end if;
  if tg_op <> 'DELETE' and new.link is not null then
    update link_pictures set unused_since = null where path = new.link::json->>'image_path';
  end if;
  return null;
end $$;

create trigger posts_link_changed after update of link on posts
  for each row when (old.link is distinct from new.link) execute function keep_link_pictures();
create trigger posts_link_gone after delete on posts
  for each row when (old.link is not null) execute function keep_link_pictures();
create trigger messages_link_changed after update of link on messages
  for each row when (old.link is distinct from new.link) execute function keep_link_pictures();
create trigger messages_link_gone after delete on messages
  for each row when (old.link is not null) execute function keep_link_pictures();

-- Posts in communities. What a community is, and who sees what's in it, posts don't know: there's no foreign key.
alter table posts add column community_id uuid;

-- How many of a person's posts (0024) are in which community, so that a profile leaves out those that its viewer can't see. Removed
-- posts don't count (0032). Only posts in communities cost anything here.
create table community_post_counts (
  user_id uuid not null references users (id) on delete cascade,
  community_id uuid not null,
  post_count integer not null check (post_count >= 0),
  primary key (user_id, community_id)
) with (fillfactor = 80);

create function count_community_post() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.removal is null) then
    insert into community_post_counts as kept (user_id, community_id, post_count) values (new.author_id, new.community_id, 1)
    on conflict (user_id, community_id) do update set post_count = kept.post_count + 1;
  else
    update community_post_counts set post_count = post_count - 1 where user_id = old.author_id and community_id = old.community_id;
  end if;
  return null;
end $$;

create trigger posts_added_to_community after insert on posts
  for each row when (new.community_id is not null and new.removal is null) execute function count_community_post();
create trigger posts_removed_in_community after update of removal on posts
  for each row when (new.community_id is not null and (old.removal is null) <> (new.removal is null))
  execute function count_community_post();
create trigger posts_deleted_from_community after delete on posts
  for each row when (old.community_id is not null and old.removal is null) execute function count_community_post();

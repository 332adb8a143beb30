-- What people who are away leave out of the counts that others see. Jobs mark their follows, comments and memberships a few at a time, and
-- triggers keep how many of each count are marked; what's shown is the count less these. So everything that counts otherwise stays as it
-- is, also in the version before.
alter table follows add column away boolean not null default false;
alter table follow_counts
  add column away_follower_count integer not null default 0,
  add column away_following_count integer not null default 0;

create function count_away_follows() returns trigger language plpgsql as $$
begin
  if not exists (select from before join after using (follower_id, followee_id) where before.away <> after.away) then
    return null;
  end if;
  perform from follow_counts
  where user_id in (select followee_id from after union select follower_id from after)
  order by user_id for no key update;
  update follow_counts set
    away_follower_count = away_follower_count + change.followers,
    away_following_count = away_following_count + change.following
  from (
    select each.user_id, sum(each.followers) as followers, sum(each.following) as following
    from (
      select after.followee_id as user_id, after.away::int - before.away::int as followers, 0 as following
      from before join after using (follower_id, followee_id)
      union all
      select after.follower_id, 0, after.away::int - before.away::int
      from before join after using (follower_id, followee_id)
    ) each
    group by each.user_id
  ) change
  where follow_counts.user_id = change.user_id;
  return null;
end $$;
create trigger follows_away after update on follows
  referencing old table as before new table as after for each statement execute function count_away_follows();

create or replace function count_ended_follows() returns trigger language plpgsql as $$
begin
  perform from follow_counts
  where user_id in (select followee_id from ended union select follower_id from ended)
  order by user_id for no key update;
  update follow_counts set
    follower_count = follower_count - change.followers,
    following_count = following_count - change.following,
    away_follower_count = away_follower_count - change.away_followers,
    away_following_count = away_following_count - change.away_following
  from (
    select each.user_id, sum(each.followers) as followers, sum(each.following) as following,
      sum(each.followers * each.away::int) as away_followers, sum(each.following * each.away::int) as away_following
    from (
      select followee_id as user_id, 1 as followers, 0 as following, away from ended
      union all
      select follower_id, 0, 1, away from ended
    ) each
    group by each.user_id
  ) change
  where follow_counts.user_id = change.user_id;
  return null;
end $$;

alter table comments
  add column away boolean not null default false,
  add column away_reply_count integer not null default 0;
alter table posts add column away_comment_count integer not null default 0;

-- A comment that was removed or deleted isn't in the counts anyway.
create function count_away_comment() returns trigger language plpgsql as $$
declare
  change integer := 0;
begin
  if tg_op = 'UPDATE' then
    change := (new.away and new.removal is null and not new.deleted)::int;
  end if;
  change := change - (old.away and old.removal is null and not old.deleted)::int;
  if change <> 0 then
    update posts set away_comment_count = away_comment_count + change where id = old.post_id;
    update comments set away_reply_count = away_reply_count + change where id = old.parent_id;
  end if;
  return null;
end $$;
create trigger comments_away after update of away, removal, deleted on comments
  for each row when (old.away or new.away) execute function count_away_comment();
create trigger comments_away_deleted after delete on comments
  for each row when (old.away) execute function count_away_comment();

alter table community_members add column away boolean not null default false;
alter table community_sizes add column away_count integer not null default 0;

create function count_away_member() returns trigger language plpgsql as $$
declare
  change integer := -(old.away::int);
begin
  if tg_op = 'UPDATE' then
    change := change + new.away::int;
  end if;
  update community_sizes set away_count = away_count + change where community_id = old.community_id and change <> 0;
  return null;
end $$;
create trigger community_members_away after update of away on community_members
  for each row when (old.away <> new.away) execute function count_away_member();
create trigger community_members_away_deleted after delete on community_members
  for each row when (old.away) execute function count_away_member();

-- Who follows whom. Its lists are ordered by id, and it's found from both ends.
--
-- There's no foreign key: a deleted account may have had a hundred thousand followers, so its rows go in batches, in a job. Whoever
-- follows somebody holds both accounts meanwhile, so that nothing is added after one is deleted.
create table follows (
  follower_id uuid not null,
  followee_id uuid not null,
  id bigint not null generated always as identity,
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_following on follows (follower_id, id);
create index follows_followers on follows (followee_id, id);

-- How many follow a person, and how many they follow, so that a profile doesn't count them. No foreign key here either: deleting an
-- account mustn't wait for those who are changing its counts. The job deletes the row.
create table follow_counts (
  user_id uuid primary key,
  follower_count integer not null default 0 check (follower_count >= 0),
  following_count integer not null default 0 check (following_count >= 0)
) with (fillfactor = 80);

-- Rows of counts are locked in the order of people's ids, and nothing but follows is locked after them.
create function count_new_follows() returns trigger language plpgsql as $$
begin
  insert into follow_counts as kept (user_id, follower_count, following_count)
  select change.user_id, sum(change.followers), sum(change.following)
  from (
    select followee_id as user_id, 1 as followers, 0 as following from added
    union all
    select follower_id, 0, 1 from added
  ) change
  group by change.user_id order by change.user_id
  on conflict (user_id) do update set
    follower_count = kept.follower_count + excluded.follower_count,
    following_count = kept.following_count + excluded.following_count;
  return null;
end $$;

create function count_ended_follows() returns trigger language plpgsql as $$
begin
  perform from follow_counts
  where user_id in (select followee_id from ended union select follower_id from ended)
  order by user_id for no key update;
  update follow_counts set
    follower_count = follower_count - change.followers,
    following_count = following_count - change.following
  from (
    select each.user_id, sum(each.followers) as followers, sum(each.following) as following
    from (
      select followee_id as user_id, 1 as followers, 0 as following from ended
      union all
      select follower_id, 0, 1 from ended
    ) each
    group by each.user_id
  ) change
  where follow_counts.user_id = change.user_id;
  return null;
end $$;

create trigger follows_added after insert on follows
  referencing new table as added for each statement execute function count_new_follows();
create trigger follows_ended after delete on follows
  referencing old table as ended for each statement execute function count_ended_follows();

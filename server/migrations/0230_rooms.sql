-- moves: the one exception to "expand, then contract". Conversations, groups and channels become rooms, in one transaction; so no process of
-- the version before may run meanwhile, nor afterwards. Killed midway, nothing has changed.
--
-- Messages stay as they are, and so do ids. Locks: as before, rooms before their messages, several by id; a room before its members.
do $$ begin
  if exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'hubbub%' and application_name <> 'hubbub doctor') then
    raise exception 'Another Hubbub process is connected to this database, and this version can''t share it with the one before. Stop all of Hubbub''s processes, make a backup, and start again';
  end if;
end $$;

set local work_mem = '64MB';
set local maintenance_work_mem = '256MB';

-- last_id: the newest message, 0 before the first. active_at: when that was, or when the room was made.
-- pair: the two people of a conversation, the lower id first, so that each two have one; null once an account is gone, and nobody writes
-- there anymore. owner_id and picture_path are a group's. roles: ids of roles of the community; whoever holds one of them reads and writes.
-- position: the place among the community's, from 0; null: never moved, so it comes last.
create table rooms (
  id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  last_id bigint not null default 0,
  active_at timestamptz not null,
  pair uuid[] check (cardinality(pair) = 2 and pair[1] < pair[2]),
  name text,
  picture_path text,
  owner_id uuid,
  community_id uuid,
  topic text not null default '',
  roles uuid[] check (cardinality(roles) between 1 and 100),
  position integer
) with (fillfactor = 50);

-- Somebody in a room. A row ends when they leave, or with their account. Members of a community have one for a channel once they've marked
-- it as read or chosen what they're told of it; until then community_members.read_from is all that counts.
-- place: the order in which people joined. since_id: they read what comes after this message. read_id: up to where they've read, which may go
-- back; seen_id: the furthest it has ever been, which is what others see. cleared_id: they deleted what came up to this one.
-- listed_id: the newest message of all when the room came into their list, whose order goes by this and by the room's newest message; null: it
-- isn't in the list. notify: what they've chosen to be told, until notify_until; null: what the
-- kind of room has. request: it waits for them to accept it.
create table room_members (
  room_id uuid not null,
  user_id uuid not null,
  place bigint generated always as identity,
  joined_at timestamptz not null default now(),
  since_id bigint not null default 0,
  read_id bigint not null default 0,
  seen_id bigint not null default 0,
  cleared_id bigint not null default 0,
  listed_id bigint,
  notify text check (notify in ('all', 'mentions', 'none')),
  notify_until timestamptz,
  request boolean not null default false
) with (fillfactor = 50);

do $$ begin raise notice 'Moving conversations'; end $$;
insert into rooms (id, kind, created_at, last_id, active_at, pair)
select id, 'conversation', created_at, last_id, coalesce(least(low_active_at, high_active_at), created_at),
  case when not low_gone and not high_gone then array[low_id, high_id] end
from conversations;

-- Which message was the newest when somebody opened a conversation: of those that were the newest in theirs, which is all that lists tell.
insert into room_members (room_id, user_id, joined_at, read_id, seen_id, cleared_id, listed_id, request, notify, notify_until)
select side.id, side.user_id, side.created_at, side.read_id, side.read_id, side.cleared_id, case when side.active_at is not null then side.newest_id end,
  side.request, chosen.notify, chosen.until
from (
  select each.*, coalesce(max(case when each.last_id > each.cleared_id then each.last_id end) over (order by each.active_at), 0) as newest_id
  from (
    select id, created_at, last_id, low_id as user_id, low_read_id as read_id, low_cleared_id as cleared_id, low_active_at as active_at,
      low_request as request, low_gone as is_gone
    from conversations
    union all
    select id, created_at, last_id, high_id, high_read_id, high_cleared_id, high_active_at, high_request, high_gone from conversations
    union all
    select null, null, last_id, null, null, 0, active_at, null, true from groups
  ) each
) side
  join users on users.id = side.user_id
  left join room_notify chosen on chosen.user_id = side.user_id and chosen.room_id = side.id
where not side.is_gone;

do $$ begin raise notice 'Moving groups'; end $$;
insert into rooms (id, kind, created_at, last_id, active_at, name, picture_path, owner_id)
select id, 'group', created_at, last_id, active_at, name, profile_path, owner_id from groups;

insert into room_members (room_id, user_id, joined_at, since_id, read_id, seen_id, listed_id, notify, notify_until)
select member.group_id, member.user_id, groups.created_at, member.since_id, member.read_id, member.read_id, member.since_id,
  chosen.notify, chosen.until
from group_members member
  join groups on groups.id = member.group_id
  join users on users.id = member.user_id
  left join room_notify chosen on chosen.user_id = member.user_id and chosen.room_id = member.group_id
order by member.place;

do $$ begin raise notice 'Moving channels'; end $$;
insert into rooms (id, kind, created_at, last_id, active_at, name, community_id, topic, roles, position)
select channels.id, 'channel', channels.created_at, coalesce(newest.id, 0), greatest(channels.created_at, newest.created_at), channels.name,
  channels.community_id, channels.topic, channels.roles, channels.position
from channels left join lateral (
  select messages.id, messages.created_at from messages where messages.room_id = channels.id order by messages.id desc limit 1
) newest on true;

-- What somebody had read who's banned stands in their ban.
insert into room_members (room_id, user_id, joined_at, read_id, seen_id, notify, notify_until)
select channels.id, known.user_id, channels.created_at, coalesce(max(known.read_id), 0), coalesce(max(known.read_id), 0),
  max(known.notify), max(known.until)
from (
  select channel_id, user_id, read_id, null as notify, null::timestamptz as until from channel_reads
  union all
  select (item.value->>'channel_id')::uuid, bans.user_id, (item.value->>'read_id')::bigint, null, null
  from community_bans bans cross join jsonb_array_elements(bans.membership->'reads') item
  union all
  select room_id, user_id, null, notify, until from room_notify
) known
  join channels on channels.id = known.channel_id
  join users on users.id = known.user_id
group by channels.id, known.user_id;

do $$ begin raise notice 'Building the indexes of rooms'; end $$;
alter table rooms add primary key (id);
alter table room_members add primary key (room_id, user_id);
create index room_members_user on room_members (user_id);
-- Those who want to be told of everything in a channel, among all who have read it.
create index room_members_told on room_members (room_id) where notify = 'all';
create unique index rooms_pair on rooms (pair);
create unique index rooms_name on rooms (community_id, lower(name)) where community_id is not null;
create index rooms_community on rooms (community_id, id) where community_id is not null;
-- Pictures that an earlier version stored for everybody who knows their path (0176).
create index rooms_open_pictures on rooms (id) where picture_path not like '%-private%';
alter table rooms add foreign key (community_id) references communities (id) on delete cascade;
alter table room_members
  add foreign key (room_id) references rooms (id) on delete cascade,
  add foreign key (user_id) references users (id) on delete cascade;

-- The people in a room as they are when it's called, also after its statement began: volatile on purpose. Whoever holds the room's lock
-- sees all of them.
create function people_in(room uuid) returns uuid[] language plpgsql volatile as $$
begin
  return array(select member.user_id from room_members member where member.room_id = room order by member.place);
end $$;

-- withdrawn: it's not for its person to see. Null: told by the version before, so that nobody has asked since; a job does.
alter table notifications add column withdrawn boolean;
alter table notifications alter column withdrawn set default false;
drop index notifications_unread;
create index notifications_unread on notifications (user_id, id desc) where not read and withdrawn is not true;
create index notifications_unasked on notifications (user_id, id) where withdrawn is null;
-- What's about a thing that somebody may see no longer, or again.
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
create index notifications_message on notifications (message_id) where message_id is not null;
create index notifications_community on notifications (community_id) where community_id is not null;
create index notifications_report on notifications (report_id) where report_id is not null;
create index notifications_decision on notifications (decision_id) where decision_id is not null;
-- Mentions in rooms are read with the room; until now that was found out whenever somebody asked.
update notifications set read = true from (
  select told.user_id, told.id from notifications told
    join rooms on rooms.id = coalesce(told.channel_id, told.conversation_id)
    left join room_members member on member.room_id = rooms.id and member.user_id = told.user_id
    left join community_members own on own.community_id = rooms.community_id and own.user_id = told.user_id
  where told.type = 'mention' and not told.read
    and told.message_id <= greatest(member.read_id, member.since_id, member.cleared_id, own.read_from)
) found where notifications.user_id = found.user_id and notifications.id = found.id;

drop view conversation_sides;
drop table conversations, group_members, groups, channel_reads, channels, room_notify;
drop function newest_message_of(uuid);
alter table messages drop column run_after;
update community_bans set membership = membership - 'reads' where membership ? 'reads';

-- What noted changes of unread counts (0160). Tables that are gone took theirs with them.
drop trigger posts_unread_removed on posts;
drop trigger posts_unread_deleted on posts;
drop trigger comments_unread_changed on comments;
drop trigger comments_unread_deleted on comments;
drop trigger post_votes_unread_changed on post_votes;
drop trigger post_votes_unread_deleted on post_votes;
drop trigger message_mentions_unread_added on message_mentions;
drop trigger message_mentions_unread_deleted on message_mentions;
drop trigger messages_unread_removed on messages;
drop trigger relations_unread_changed on relations;
drop trigger away_accounts_unread_changed on away_accounts;
drop trigger users_unread_changed on users;
drop trigger users_unread_deleted on users;
drop trigger users_unread_role_taken on users;
drop trigger notification_settings_unread_changed on notification_settings;
drop trigger community_members_unread_deleted on community_members;
drop trigger community_members_heard_from on community_members;
drop trigger community_role_holders_heard_added on community_role_holders;
drop trigger community_role_holders_unread_deleted on community_role_holders;
drop trigger community_roles_unread_changed on community_roles;
drop trigger communities_unread_changed on communities;
drop trigger communities_unread_deleted on communities;
drop trigger communities_heard on communities;
drop table unread_changes, heard_changes;
drop function note_unread_change(), note_unread_row(), note_unread_response(), note_gone_posts(), note_gone_responses(),
  note_unread_mentions(), note_unread_message(), note_own_change(), note_reading(), note_given_roles(), note_gone_members(),
  note_unread_community(), note_heard_community(), note_heard_channel();

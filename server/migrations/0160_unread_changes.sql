-- What has changed, so that what was found out about somebody's unread counts may not be so anymore. A process that has counted keeps what
-- it found with its snapshot, and looks here for transactions that the snapshot didn't see (kept.queries.ts in notifications). A row is
-- visible together with what it notes. xid: its transaction. Locks: none, since rows are only added.
--
-- unread_changes: what somebody is told of a post or a comment, and how often a room mentions somebody. subject_id: whose, or about which
-- post, community or room. Only what may hide a notification is noted: what wasn't shown is asked again each time.
-- heard_changes: which channels somebody hears of, and up to where they've read them. Whose, or those of a community's members.
--
-- A subject or a person of all zeros: everybody's. The person of all f's in heard_changes isn't a change: the job that deletes earlier ones
-- says there from which xid on all changes are in both tables.
create table unread_changes (
  subject_id uuid not null,
  xid xid8 not null default pg_current_xact_id()
);
create index unread_changes_xid on unread_changes (xid);

create table heard_changes (
  user_id uuid,
  community_id uuid,
  xid xid8 not null default pg_current_xact_id(),
  check (num_nonnulls(user_id, community_id) = 1)
);
create index heard_changes_user on heard_changes (user_id, xid);
create index heard_changes_communities on heard_changes (xid) where community_id is not null;

-- For everybody.
create function note_unread_change() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) values ('00000000-0000-0000-0000-000000000000');
  return null;
end $$;

-- Posts, and the comments and votes on them. What's deleted together is noted together.
create function note_unread_row() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) values (case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;
create function note_unread_response() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) values (new.post_id);
  return null;
end $$;
create function note_gone_posts() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) select id from gone;
  return null;
end $$;
create function note_gone_responses() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) select distinct post_id from gone;
  return null;
end $$;
create trigger posts_unread_removed after update of removal on posts
  for each row execute function note_unread_row();
create trigger posts_unread_deleted after delete on posts
  referencing old table as gone for each statement execute function note_gone_posts();
create trigger comments_unread_changed after update of removal, deleted on comments
  for each row execute function note_unread_response();
create trigger comments_unread_deleted after delete on comments
  referencing old table as gone for each statement execute function note_gone_responses();
create trigger post_votes_unread_changed after update of value on post_votes
  for each row when (old.value = 1 and new.value <> 1) execute function note_unread_response();
create trigger post_votes_unread_deleted after delete on post_votes
  referencing old table as gone for each statement execute function note_gone_responses();

-- Messages that mention somebody. Sending one notes its room once.
create function note_unread_mentions() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) select distinct room_id from changed;
  return null;
end $$;
create function note_unread_message() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) values (new.room_id);
  return null;
end $$;
create trigger message_mentions_unread_added after insert on message_mentions
  referencing new table as changed for each statement execute function note_unread_mentions();
create trigger message_mentions_unread_deleted after delete on message_mentions
  referencing old table as changed for each statement execute function note_unread_mentions();
create trigger messages_unread_removed after update of removal on messages
  for each row execute function note_unread_message();

-- Who sees whom.
create function note_own_change() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) values (case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;
create trigger relations_unread_changed after insert or update or delete on relations
  for each row execute function note_own_change();
create trigger away_accounts_unread_changed after insert or delete on away_accounts
  for each row execute function note_unread_change();
create trigger users_unread_changed after update of activated_at, approval_requested_at on users
  for each row when (old.activated_at is not null and (new.activated_at is null or new.approval_requested_at is not null))
  execute function note_unread_change();
create trigger users_unread_deleted after delete on users
  for each row when (old.activated_at is not null) execute function note_unread_change();
-- Nothing is kept of whoever has a role on the site. But one that's given while somebody's counts are being found out, after the statement that
-- would say so, may have shown them more.
create trigger users_unread_role_taken after update of site_role on users
  for each row when (old.site_role is not null and new.site_role is null) execute function note_unread_row();

-- What people want to be told, and how far they've read channels.
create function note_reading() returns trigger language plpgsql as $$
begin
  insert into heard_changes (user_id) values (case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;
create trigger notification_settings_unread_changed after insert or update or delete on notification_settings
  for each row execute function note_own_change();
create trigger room_notify_heard after insert or update or delete on room_notify
  for each row execute function note_reading();
create trigger channel_reads_heard after insert or update on channel_reads
  for each row execute function note_reading();

-- Members of communities and their roles, without which nobody hears of channels. If many leave together, because a community is deleted,
-- that's noted for everybody.
create function note_given_roles() returns trigger language plpgsql as $$
begin
  insert into heard_changes (user_id) select distinct user_id from changed;
  return null;
end $$;
create function note_gone_members() returns trigger language plpgsql as $$
declare
  people uuid[] := array(select distinct user_id from gone limit 101);
begin
  if cardinality(people) > 100 then
    people := array['00000000-0000-0000-0000-000000000000']::uuid[];
  end if;
  insert into unread_changes (subject_id) select unnest(people);
  insert into heard_changes (user_id) select unnest(people);
  return null;
end $$;
create trigger community_members_unread_deleted after delete on community_members
  referencing old table as gone for each statement execute function note_gone_members();
create trigger community_members_heard_from after update of read_from on community_members
  for each row execute function note_reading();
create trigger community_role_holders_heard_added after insert on community_role_holders
  referencing new table as changed for each statement execute function note_given_roles();
create trigger community_role_holders_unread_deleted after delete on community_role_holders
  referencing old table as gone for each statement execute function note_gone_members();

-- What communities are, and their channels. Anybody can have a community, so what they change there has only what's told of it asked again.
create function note_unread_community() returns trigger language plpgsql as $$
begin
  insert into unread_changes (subject_id) values (new.community_id);
  return null;
end $$;
create trigger community_roles_unread_changed after update of permissions on community_roles
  for each row when (old.permissions is distinct from new.permissions) execute function note_unread_community();
create trigger communities_unread_changed after update of visibility on communities
  for each row when (old.visibility is distinct from new.visibility) execute function note_unread_row();
create trigger communities_unread_deleted after delete on communities
  for each row execute function note_unread_row();
create function note_heard_community() returns trigger language plpgsql as $$
begin
  insert into heard_changes (community_id) values (new.id);
  return null;
end $$;
create function note_heard_channel() returns trigger language plpgsql as $$
begin
  insert into heard_changes (community_id) values (case when tg_op = 'DELETE' then old.community_id else new.community_id end);
  return null;
end $$;
create trigger communities_heard after update of handle on communities
  for each row when (old.handle is distinct from new.handle) execute function note_heard_community();
create trigger channels_heard_added after insert or delete on channels
  for each row execute function note_heard_channel();
create trigger channels_heard_changed after update of roles on channels
  for each row when (old.roles is distinct from new.roles) execute function note_heard_channel();

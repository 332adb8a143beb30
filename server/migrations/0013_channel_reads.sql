-- What each member has read of each channel.
--
-- Ids of messages ascend over all rooms together (0007), so one number says for every channel of a community what was there before
-- a member came: nobody is told of that as unread. Members from before this migration have read what there is now. The function is
-- stable and not volatile, so that adding the column takes one value for all of them and does not write the table anew.
create function newest_message_id() returns bigint language sql stable
return (select case when is_called then last_value else 0 end from message_ids);

alter table community_members add column read_from bigint not null default newest_message_id();

-- read_id: the member has read what came up to this message; what was never looked at has no row. It ends with the membership.
create table channel_reads (
  community_id uuid not null,
  user_id uuid not null,
  channel_id uuid not null,
  read_id bigint not null,
  primary key (community_id, user_id, channel_id),
  foreign key (community_id, user_id) references community_members (community_id, user_id) on delete cascade
) with (fillfactor = 70);

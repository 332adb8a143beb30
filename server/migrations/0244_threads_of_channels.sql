-- no transaction: rooms are in use while their indexes are built.
drop index concurrently if exists rooms_threads;
create index concurrently rooms_threads on rooms (channel_id) where channel_id is not null;
drop index concurrently if exists rooms_root;
create unique index concurrently rooms_root on rooms (root_id) where root_id is not null;
drop index concurrently if exists room_members_following;
create index concurrently room_members_following on room_members (user_id) where follows;
alter table rooms validate constraint rooms_channel;

-- Threads: rooms below a message of a channel. channel_id: whose roles, slow mode and community they have; root_id: the message they're
-- about, one thread each. follows: somebody is told what's unread in a thread.
alter table rooms add column channel_id uuid, add column root_id bigint;
alter table rooms add constraint rooms_channel foreign key (channel_id) references rooms (id) on delete cascade not valid;
alter table room_members add column follows boolean not null default false;

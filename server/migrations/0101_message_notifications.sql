-- Notifications of messages in conversations; those in channels have channel_id.
alter table notifications add column conversation_id uuid;

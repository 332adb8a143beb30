-- Notifications of messages in conversations; those in channels have channel_id. detail: what isn't looked up anywhere, such as what
-- happened to an account.
alter table notifications add column conversation_id uuid;
alter table notifications add column detail text;

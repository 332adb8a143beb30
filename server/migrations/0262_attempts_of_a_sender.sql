-- no transaction: messages are in use while their index is built.
-- A client_id names an attempt of its sender, whatever the room. It isn't unique, because earlier versions took it for a room's.
drop index concurrently if exists messages_attempt;
create index concurrently messages_attempt on messages (sender_id, client_id) where client_id is not null;

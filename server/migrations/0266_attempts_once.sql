-- no transaction: messages are in use while their index is built.
-- A client_id names one message of its sender, whatever the room. Earlier versions took it for a room's: what they stored in others, too,
-- keeps it, but only the first message is found by it.
alter table messages add column if not exists reuses_client_id boolean;
update messages later set reuses_client_id = true
where client_id is not null and exists (
  select from messages first
  where first.sender_id = later.sender_id and first.client_id = later.client_id and first.id < later.id
);
drop index concurrently if exists messages_attempt_once;
create unique index concurrently messages_attempt_once on messages (sender_id, client_id)
  where client_id is not null and reuses_client_id is null;
drop index concurrently if exists messages_attempt;
drop index concurrently if exists messages_client;

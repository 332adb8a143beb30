-- no transaction: messages are sent while the index is built.
-- A client_id names one message of its sender, whatever the room. The index by room stays for processes of the version before.
update messages later set client_id = null
  where later.client_id is not null and exists (
    select from messages earlier where earlier.sender_id = later.sender_id and earlier.client_id = later.client_id
      and earlier.id < later.id);
drop index concurrently if exists messages_attempt;
create unique index concurrently messages_attempt on messages (sender_id, client_id) where client_id is not null;

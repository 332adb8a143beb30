-- no transaction: messages are in use while their index is built.
drop index concurrently if exists messages_pinned;
create index concurrently messages_pinned on messages (room_id, pinned_at desc) where pinned_at is not null;

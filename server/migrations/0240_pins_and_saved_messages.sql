-- What people keep of rooms: messages that everyone there finds again, and those that somebody saved for themselves.
--
-- pinned_at: when a message was pinned for everyone who reads its room; null: it isn't. pinned_by: who did; their account may be gone.
alter table messages
  add column pinned_at timestamptz,
  add column pinned_by uuid;

-- Without foreign keys: a row ends with the person's account; one of a message that's gone shows nothing. id: ascends for each person.
create table message_bookmarks (
  user_id uuid not null,
  message_id bigint not null,
  room_id uuid not null,
  id uuid not null,
  primary key (user_id, message_id)
);

create unique index message_bookmarks_order on message_bookmarks (user_id, id);

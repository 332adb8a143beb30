-- Messages of every kind of room: channels and conversations keep their own tables, and room_id is the id of either.
--
-- sender_id refers to nothing on purpose: messages outlive the account that sent them.
--
-- Whoever stores messages locks the rows of their rooms, in order of the rooms' ids, before it takes an id: so the ids of a
-- room ascend in the order of commits, and whoever has seen one of them misses none by asking for those after it.
create sequence message_ids;

-- image: what the contract says of the picture; image_path: where it is below the media base.
-- client_id: the attempt to send, named by the client, so that a retry stores nothing twice.
create table messages (
  room_id uuid not null,
  id bigint not null,
  sender_id uuid not null,
  created_at timestamptz not null,
  content text not null,
  image_path text,
  image json,
  media_id uuid,
  client_id text,
  primary key (room_id, id)
);

create unique index messages_client on messages (room_id, sender_id, client_id) where client_id is not null;
create index messages_media on messages (media_id) where media_id is not null;

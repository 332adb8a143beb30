-- Who is in which meeting, so that any process can tell and the number of people has a bound that no race passes. A row lives as
-- long as its page answers: the process that holds the page's socket renews seen_at, and whichever process finds a row that was
-- not renewed removes it. Unlogged: after a crash nobody is in a meeting, and the pages come back by themselves.
--
-- key is known to the page alone and proves that an event is of this stay.

create unlogged table meeting_peers (
  peer_id uuid primary key,
  key uuid not null unique,
  room text not null,
  user_id uuid not null references users (id) on delete cascade,
  audio boolean not null,
  video boolean not null,
  screen boolean not null,
  joined_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create index meeting_peers_room on meeting_peers (room, joined_at);
create index meeting_peers_user on meeting_peers (user_id);
create index meeting_peers_seen on meeting_peers (seen_at);

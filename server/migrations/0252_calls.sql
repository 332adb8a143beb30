-- Calls: meetings that belong to a room, with who was asked. code is the meeting's; once a call is over nobody enters it. answered_at: when a
-- second person came. silent_at: since when nobody's page has been heard, who may come back. Who's in a call at the moment is in meeting_peers, as for all meetings.
create table calls (
  id uuid primary key,
  room_id uuid not null references rooms (id) on delete cascade,
  code text not null unique,
  started_by uuid not null references users (id) on delete cascade,
  started_at timestamptz not null,
  answered_at timestamptz,
  silent_at timestamptz,
  ended_at timestamptz
);
create unique index calls_on on calls (room_id) where ended_at is null;
create index calls_room on calls (room_id);
create index calls_started_by on calls (started_by);

-- starting: the one who calls, until they're in.
create table call_people (
  call_id uuid not null references calls (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('starting', 'ringing', 'joined', 'left', 'declined', 'missed')),
  primary key (call_id, user_id)
);
create index call_people_user on call_people (user_id);

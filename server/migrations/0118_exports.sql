-- The latest export of each person. key: where its ZIP is, or will be, in the storage. done: how many things are in it so far.
create table exports (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null unique,
  key text not null,
  state text not null check (state in ('working', 'ready', 'failed')),
  done integer not null default 0,
  size bigint,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index exports_expires_at on exports (expires_at) where expires_at is not null;

-- What a write with a client_id was answered, for a week, so that sending it again does nothing and answers the same.
create table answered_writes (
  user_id uuid not null references users on delete cascade,
  -- The method and the path.
  call text not null,
  client_id text not null,
  -- Whoever is at it. Until then it's theirs, unless they say so again; whoever was killed loses it.
  attempt uuid not null unique,
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  -- What the write has made, noted in its own transaction: the answer can be read again if it was never stored.
  made_id uuid,
  -- Null: there's no answer yet.
  status smallint,
  body text,
  primary key (user_id, call, client_id),
  check ((status is null) = (body is null))
);

create index answered_writes_created_at on answered_writes (created_at);

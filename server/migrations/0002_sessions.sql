-- A session is found by the SHA-256 of its token: whoever reads this table cannot use what is in it.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

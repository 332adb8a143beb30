-- What the list of a person's sessions shows. last_seen_at stays when the session was last extended; seen_at is when it was last used.
-- confirmed_until: until when its person needn't confirm again that it's them.
alter table sessions
  add column device text,
  add column address text,
  add column seen_at timestamptz,
  add column confirmed_until timestamptz;

-- The links "This wasn't me" in mails about new devices: they end every session that began at that moment or later.
create table disown_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  since timestamptz not null,
  expires_at timestamptz not null
);
create index disown_tokens_user_id on disown_tokens (user_id);
create index disown_tokens_expires_at on disown_tokens (expires_at);

-- What happened to an account, for its person. session: a name of the session that did it, from which nobody gets into it.
create table security_log (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  created_at timestamptz not null,
  event text not null,
  device text not null,
  address text not null,
  session bytea,
  primary key (user_id, id)
);
create index security_log_created_at on security_log (created_at);

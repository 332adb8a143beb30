-- Who's online: each process writes down who is connected to it. A process that stops saying so is gone, and everyone with it.
create table presence_processes (
  id uuid primary key,
  seen_at timestamptz not null
);

-- They refer to no account, so that letting people in doesn't wait for an account that's being deleted.
create table online_users (
  user_id uuid not null,
  process_id uuid not null references presence_processes (id) on delete cascade,
  primary key (user_id, process_id)
);
create index online_users_process_id on online_users (process_id);

-- Who has come online or gone lately, for processes whose people look at them.
create table presence_changes (
  user_id uuid primary key,
  at timestamptz not null,
  is_online boolean not null
);
create index presence_changes_at on presence_changes (at);

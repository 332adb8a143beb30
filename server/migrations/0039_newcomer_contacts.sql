-- The strangers a new account has written to, which may be only so many on its first day. Each row is a conversation whose first message
-- was let through.
create table newcomer_contacts (
  user_id uuid not null references users (id) on delete cascade,
  conversation_id uuid not null,
  primary key (user_id, conversation_id)
);

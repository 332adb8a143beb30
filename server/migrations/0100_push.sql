-- Devices that take pushes. One goes with the session that added it. failed_since: since when none has got through; paused_until: nothing
-- is sent before, because its push service is busy or doesn't answer.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_hash bytea not null references sessions (token_hash) on delete cascade,
  endpoint text not null unique,
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null,
  failed_since timestamptz,
  paused_until timestamptz
);
create index push_subscriptions_user_id on push_subscriptions (user_id);
create index push_subscriptions_session_hash on push_subscriptions (session_hash);

-- What a passkey signs, each good once and for minutes. session_hash: the session that asked; null for a log-in. user_handle: for a
-- passkey that's being added.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  session_hash bytea,
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Passkeys. user_handle: what authenticators keep of the account, random and the same for all of its passkeys. counter: how often the
-- authenticator says it was used; 0 if it doesn't count.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  user_handle bytea not null,
  credential_id bytea not null constraint passkeys_credential_id_unique unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

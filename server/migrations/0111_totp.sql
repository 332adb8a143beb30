-- One-time codes from an authenticator app. enabled_at: null until the first code proves that the app has the secret. last_period: the
-- last period of which a code was used, so that none works twice. tries, window_began_at: wrong codes, which count for ten minutes.
create table totp (
  user_id uuid primary key references users (id) on delete cascade,
  secret bytea not null,
  enabled_at timestamptz,
  last_period bigint,
  tries integer not null default 0,
  window_began_at timestamptz
);

-- What somebody logs in with who has lost their app, each good once.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Browsers in which a person has logged in. Strangers who try that person's password elsewhere can't lock these out.
-- A browser holds a random token in a cookie and the SHA-256 of it stands here: it opens nothing, it only counts apart.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null,
  -- Whether it has come back since its first log-in: clients that keep no cookies are a new device each time.
  has_returned boolean not null default false,
  primary key (token_hash, user_id)
);
create index known_devices_user_id on known_devices (user_id);

-- One-time codes, one an account and browser, in place of one_time_codes, which had one an account.
-- "device" is the SHA-256 of the browser's token, or, for clients that keep no cookies, of their network. The code itself
-- comes from the nonce and the browser's token together, so that it can be mailed again but isn't stored. Its hash is a
-- password hash, because six digits are guessed in no time from a fast one.
create table device_codes (
  user_id uuid not null references users (id) on delete cascade,
  device bytea not null,
  nonce bytea not null,
  code_hash text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (user_id, device)
);
create index device_codes_expires_at on device_codes (expires_at);

-- People, and what leads to an account and back into one.
-- Everything that opens an account (links, codes, tokens) is stored as a hash only.

create table users (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  name text,
  bio text not null default '',
  profile_path text,
  show_nsfw boolean not null default false,
  activated_at timestamptz,
  created_at timestamptz not null default now()
);

-- Comparison ignores case. These two decide every race for a name.
create unique index users_username_unique on users (lower(username));
create unique index users_email_unique on users (lower(email));

-- Steps 1 and 2 of a registration. Nothing here is unique but the token:
-- an unfinished registration must not keep an e-mail or a username from anybody.
create table registrations (
  token_hash bytea primary key,
  email text not null,
  username text,
  name text,
  expires_at timestamptz not null
);
create index registrations_expires_at on registrations (expires_at);

create table activation_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index activation_tokens_user_id on activation_tokens (user_id);

-- One code a person: a new request replaces the one before.
-- The hash is a password hash, because six digits are guessed in no time from a fast one.
create table one_time_codes (
  user_id uuid primary key references users (id) on delete cascade,
  code_hash text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);

create table reset_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index reset_tokens_user_id on reset_tokens (user_id);

-- How people join: invites, approval by the team, and accounts that the team adds.

-- People the team adds may have no address.
alter table users alter column email drop not null;
-- Set while somebody waits for the team's approval; then both are null again.
alter table users add column approval_requested_at timestamptz;
alter table users add column approval_reason text;

-- The invite a registration began with; the last step uses it up.
alter table registrations add column invite_code text;

-- Links with which somebody whom the team added, or whose password it reset, chooses a password.
create table login_links (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index login_links_user_id on login_links (user_id);
create index login_links_expires_at on login_links (expires_at);

-- The code isn't a hash, because whoever made an invite can look at its link again.
create table invites (
  id uuid primary key,
  code text not null unique,
  maker_id uuid not null references users (id) on delete cascade,
  community_id uuid references communities (id) on delete cascade,
  uses_left integer not null check (uses_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invites_maker_id on invites (maker_id);
create index invites_community_id on invites (community_id);
create index invites_expires_at on invites (expires_at);

-- Who registered with an invite to a community, until they're let in and become its member.
create table invited_people (
  user_id uuid primary key references users (id) on delete cascade,
  invite_id uuid not null references invites (id) on delete cascade
);
create index invited_people_invite_id on invited_people (invite_id);

-- Signs the challenges of the proof of work; all processes share it. One row, written when it's first needed.
create table proof_secret (
  is_only boolean primary key default true check (is_only),
  secret text not null
);

-- Reports, what was decided about them, and appeals. Ids of things and people refer to nothing: moderation knows no other table, and
-- what it keeps outlives what it's about. It goes with an account through account.deleted.

-- One row for a thing while it's open, however many people report it. thing_id is the id of the call; community_id is where the thing
-- is, null for what concerns the site alone. author_id: whom it's about; null for a community. since: of a message in a conversation,
-- the id after which whoever reported it could read.
create table reports (
  id uuid primary key,
  kind text not null check (kind in ('post', 'comment', 'message', 'user', 'community')),
  thing_id text not null,
  author_id uuid,
  community_id uuid,
  since bigint not null default 0,
  reason text not null,
  text text not null,
  reporters integer not null default 1,
  state text not null default 'open' check (state in ('open', 'decided')),
  created_at timestamptz not null,
  decision_id uuid
) with (fillfactor = 90);

create unique index reports_open on reports (kind, thing_id) where state = 'open';
create index reports_thing on reports (kind, thing_id, id desc);
create index reports_queue on reports (state, id desc);
create index reports_community on reports (community_id, state, id desc) where community_id is not null;
create index reports_author on reports (author_id) where author_id is not null;

create table report_voices (
  report_id uuid not null references reports (id) on delete cascade,
  user_id uuid not null,
  reason text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (report_id, user_id)
);
create index report_voices_user on report_voices (user_id);

-- Who has which report open, renewed while its page is. Unlogged: after a crash the pages say so again.
create unlogged table report_viewers (
  report_id uuid not null references reports (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (report_id, user_id)
);

-- user_id: whom it concerns; null for a dismissal. rule_text: the rule as it was when this was decided. state: `standing` until it's
-- overturned after an appeal, or lifted by whoever may.
create table decisions (
  id uuid primary key,
  action text not null check (action in ('dismiss', 'remove', 'warn', 'suspend', 'ban')),
  kind text,
  thing_id text,
  user_id uuid,
  community_id uuid,
  rule integer,
  rule_text text,
  text text not null,
  until timestamptz,
  created_at timestamptz not null,
  decided_by uuid,
  state text not null default 'standing' check (state in ('standing', 'overturned', 'lifted'))
);

create index decisions_user on decisions (user_id, id desc) where user_id is not null;

create table appeals (
  id uuid primary key,
  decision_id uuid not null unique references decisions (id) on delete cascade,
  user_id uuid not null,
  text text not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned')),
  created_at timestamptz not null,
  answer text,
  answered_by uuid,
  answered_at timestamptz
);

create index appeals_queue on appeals (state, id desc);

-- Opens an appeal to someone who can't log in. Stored as a hash only.
create table appeal_tokens (
  token_hash bytea primary key,
  decision_id uuid not null references decisions (id) on delete cascade,
  expires_at timestamptz not null
);
create index appeal_tokens_expires_at on appeal_tokens (expires_at);

-- Polls of posts. A post says whether it has one, so that a page of the feed looks for none where there's none.
alter table posts add column has_poll boolean not null default false;

-- `votes` counts how many chose each of the choices, and `total` how many people answered. They're changed only together with the
-- answers. A poll is locked after its post (0004).
create table post_polls (
  post_id uuid primary key references posts (id) on delete cascade,
  choices text[] not null,
  multiple boolean not null,
  ends_at timestamptz not null,
  votes integer[] not null,
  total integer not null default 0 check (total >= 0)
) with (fillfactor = 80);

-- One a person; `choices` are the places in the poll's choices, from 0 and ascending.
create table post_poll_answers (
  post_id uuid not null references post_polls (post_id) on delete cascade,
  user_id uuid not null references users (id),
  choices smallint[] not null check (cardinality(choices) > 0),
  primary key (post_id, user_id)
);
create index post_poll_answers_user on post_poll_answers (user_id);

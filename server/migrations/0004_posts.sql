-- Posts, their media and their votes.
--
-- Whoever writes here takes locks in this order, so that nobody waits in a circle: users, media, posts (by id), the rest.
-- No foreign key to users cascades: deleting an account must go through the counters of other people's posts.

-- `files` is what the contract says of the post's media, in upload order, as JSON text: a page of the feed reads no other
-- table for it. The counters are changed only together with the rows that they count.
create table posts (
  id uuid primary key,
  author_id uuid not null references users (id),
  created_at timestamptz not null,
  upvote_count integer not null default 0,
  downvote_count integer not null default 0,
  comment_count integer not null default 0,
  content text not null,
  files json not null default '[]'
) with (fillfactor = 90);

create index posts_author on posts (author_id, id desc);

create table post_media (
  post_id uuid not null references posts (id) on delete cascade,
  position smallint not null,
  media_id uuid not null unique references media_files (id) on delete cascade,
  primary key (post_id, position)
);

-- `previous` is the value before the last change: a statement that replaces a vote learns from it, under the row's lock, by
-- how much the counters change. 0 is no vote any more.
create table post_votes (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id),
  value smallint not null check (value in (-1, 0, 1)),
  previous smallint not null default 0 check (previous in (-1, 0, 1)),
  primary key (post_id, user_id)
);

create index post_votes_user on post_votes (user_id);

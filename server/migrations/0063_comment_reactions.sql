-- Emoji under comments: one row for each emoji of each person. Whoever writes here holds the comment, so that the number of kinds is right.
create table comment_reactions (
  comment_id uuid not null references comments (id) on delete cascade,
  emoji text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (comment_id, emoji, user_id)
);
create index comment_reactions_user on comment_reactions (user_id);

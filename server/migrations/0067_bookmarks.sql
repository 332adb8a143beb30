-- Posts that people saved for themselves. Lists are ordered by id, newest first; nobody else learns of it.
--
-- Whoever deletes an account deletes its rows first (0004), and those of a deleted post go with it.
create table bookmarks (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id),
  id uuid not null,
  primary key (post_id, user_id)
);
create index bookmarks_user on bookmarks (user_id, id desc);

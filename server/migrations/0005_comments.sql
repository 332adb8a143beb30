-- Comments. A comment is inserted and counted in posts.comment_count by one statement.
create table comments (
  id uuid primary key,
  post_id uuid not null references posts (id) on delete cascade,
  author_id uuid not null references users (id),
  created_at timestamptz not null,
  content text not null
);

create index comments_post on comments (post_id, id desc);
create index comments_author on comments (author_id);

-- Posts that their authors wrote ahead; each becomes a row of posts at its time, and ends here in the same transaction.
-- community: the handle when it was written. mentions: as in posts. poll: choices, multiple and ends_at. fault: why it wasn't published; null: it
-- hasn't been tried.
create table scheduled_posts (
  id uuid primary key,
  author_id uuid not null,
  created_at timestamptz not null,
  publish_at timestamptz not null,
  content text not null,
  mentions json,
  community_id uuid,
  community text,
  quote_id uuid,
  poll json,
  media_ids uuid[] not null default '{}',
  fault text
);
create index scheduled_posts_author on scheduled_posts (author_id, publish_at);

-- Posts from an archive: imported_created_at is when they were posted as its exporter claims, import_source what they're recognized by when
-- the same archive comes again. created_at is when they came here. Null: an ordinary post.
alter table posts add column imported_created_at timestamptz, add column import_source bytea;

-- The latest import of each person. key: where the ZIP is in the storage. done: how many of its posts have been dealt with, in order, so
-- that it goes on there; total: how many there are, null until they're counted. refused: what didn't come along, in words, at most 100 of
-- refused_count.
create table imports (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null unique,
  key text not null,
  state text not null check (state in ('working', 'done', 'failed')),
  done integer not null default 0,
  total integer,
  refused text[] not null default '{}',
  refused_count integer not null default 0,
  created_at timestamptz not null
);

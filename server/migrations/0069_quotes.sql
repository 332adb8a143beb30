-- The post that a post quotes. There's no foreign key: what quotes a deleted post says so.
alter table posts add column quote_id uuid;

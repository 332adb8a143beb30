-- Content that moderators removed, and accounts they suspended. What decided it is in 0033; these are the facts that reading needs.
--
-- removal: what the contract says of a removal (text, rule, decision_id). Null: nothing was removed. Without foreign keys, because the
-- features that own these tables know nothing of decisions.
alter table posts add column removal json;
alter table comments add column removal json;
alter table messages add column removal json;

-- suspended_by: the decision in force; null: not suspended. suspended_until: null for a suspension without an end.
alter table users
  add column suspended_by uuid,
  add column suspended_until timestamptz,
  add column suspended_text text;

-- A removed post doesn't count for its author (0024). Deleting it then subtracts nothing.
create or replace function count_deleted_posts() returns trigger language plpgsql as $$
begin
  update post_counts set post_count = post_count - gone.number
  from (select author_id, count(*) as number from deleted where removal is null group by author_id order by author_id) gone
  where post_counts.user_id = gone.author_id;
  return null;
end $$;

create function count_removed_post() returns trigger language plpgsql as $$
begin
  update post_counts set post_count = post_count + case when new.removal is null then 1 else -1 end where user_id = new.author_id;
  return null;
end $$;

create trigger posts_removed after update of removal on posts
  for each row when ((old.removal is null) <> (new.removal is null)) execute function count_removed_post();

-- Files of removed content: they keep other paths, which only some people may read, for 90 days. `path` is the one they get back.
create table withheld_media (
  media_id uuid primary key references media_files (id) on delete cascade,
  path text not null,
  since timestamptz not null
);
create index withheld_media_since on withheld_media (since);

-- How many posts a person has, so that a profile doesn't count them. A table of its own: a post must not rewrite its author's row.
--
-- A trigger keeps it, and not the statements that write posts, because the version before writes posts, too. It locks the author's
-- row here last of all (0004), and only those who write posts of the same author wait for it.

create table post_counts (
  user_id uuid primary key references users (id) on delete cascade,
  post_count integer not null check (post_count >= 0)
) with (fillfactor = 80);

create function count_new_posts() returns trigger language plpgsql as $$
begin
  insert into post_counts as kept (user_id, post_count)
  select author_id, count(*) from added group by author_id order by author_id
  on conflict (user_id) do update set post_count = kept.post_count + excluded.post_count;
  return null;
end $$;

create function count_deleted_posts() returns trigger language plpgsql as $$
begin
  update post_counts set post_count = post_count - gone.number
  from (select author_id, count(*) as number from deleted group by author_id order by author_id) gone
  where post_counts.user_id = gone.author_id;
  return null;
end $$;

create trigger posts_added after insert on posts
  referencing new table as added for each statement execute function count_new_posts();
create trigger posts_deleted after delete on posts
  referencing old table as deleted for each statement execute function count_deleted_posts();

-- Posts are locked against writing since the triggers were made, so nothing is missed or counted twice.
insert into post_counts (user_id, post_count) select author_id, count(*) from posts group by author_id;

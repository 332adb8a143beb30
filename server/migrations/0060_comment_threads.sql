-- Replies to comments. A thread is one comment and its replies, however they answer each other: parent_id is the comment that it begins
-- with, reply_to the one that a reply answers. Whoever writes here holds the post (0004), so that a thread doesn't change meanwhile.
--
-- deleted: it stands only because it has replies; its author and text are gone. A reply never does.
alter table comments
  add column parent_id uuid references comments (id) on delete set null,
  add column reply_to uuid,
  add column reply_count integer not null default 0,
  add column edited_at timestamptz,
  add column deleted boolean not null default false;
alter table comments alter column author_id drop not null;

-- reply_count is how many replies weren't removed. Triggers keep it, because the version before deletes comments, too. A comment that
-- replies are counted in is updated once in a statement: a second time, PostgreSQL would look up its author again, who is locked before
-- posts.
create function count_new_replies() returns trigger language plpgsql as $$
begin
  update comments set reply_count = reply_count + written.number
  from (select parent_id, count(*) as number from added where parent_id is not null and removal is null group by parent_id) written
  where comments.id = written.parent_id;
  return null;
end $$;

-- With its last reply, a deleted comment goes.
create function count_deleted_replies() returns trigger language plpgsql as $$
begin
  if not exists (select from gone where parent_id is not null) then return null; end if;
  update comments set reply_count = reply_count - ended.number
  from (select parent_id, count(*) as number from gone where parent_id is not null and removal is null group by parent_id) ended
  where comments.id = ended.parent_id;
  delete from comments where deleted and id in (select parent_id from gone)
    and not exists (select from comments left_over where left_over.parent_id = comments.id);
  return null;
end $$;

create function count_removed_reply() returns trigger language plpgsql as $$
begin
  update comments set reply_count = reply_count + case when new.removal is null then 1 else -1 end where id = new.parent_id;
  return null;
end $$;

create trigger comments_added after insert on comments
  referencing new table as added for each statement execute function count_new_replies();
create trigger comments_deleted after delete on comments
  referencing old table as gone for each statement execute function count_deleted_replies();
create trigger comments_removed after update of removal on comments
  for each row when (new.parent_id is not null and (old.removal is null) <> (new.removal is null)) execute function count_removed_reply();

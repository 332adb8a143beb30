-- When a post was last edited; null: never.
alter table posts add column edited_at timestamptz;
-- What a reported text said when it was reported, since its author may edit it; null: what's there can't be edited.
alter table reports add column content text;

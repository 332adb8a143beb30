-- What people show each other about themselves: up to where they've read, and when they're online. Null: whatever the site proposes.
create table privacy (
  user_id uuid primary key references users (id) on delete cascade,
  read_marks boolean,
  presence boolean
);

alter table site add column default_read_marks boolean not null default true;
alter table site add column default_presence boolean not null default true;

-- Adds what the other person has read.
create or replace view conversation_sides as
  select id, created_at, last_id, low_id as user_id, high_id as other_id, low_active_at as active_at, low_hour as hour,
    low_cleared_id as cleared_id, low_read_id as read_id, low_unread as unread, high_gone as other_gone,
    high_read_id as other_read_id
  from conversations
  union all
  select id, created_at, last_id, high_id, low_id, high_active_at, high_hour,
    high_cleared_id, high_read_id, high_unread, low_gone, low_read_id
  from conversations;

-- From whom people get messages; null: whatever the site proposes.
alter table privacy add column messages_from text check (messages_from in ('everyone', 'known', 'nobody'));

-- A conversation that waits for its person to accept it: somebody they don't know has written first. Answering accepts it, too.
alter table conversations
  add column low_request boolean not null default false,
  add column high_request boolean not null default false;

create or replace view conversation_sides as
  select id, created_at, last_id, low_id as user_id, high_id as other_id, low_active_at as active_at, low_hour as hour,
    low_cleared_id as cleared_id, low_read_id as read_id, low_unread as unread, high_gone as other_gone,
    high_read_id as other_read_id, low_request as request, high_request as other_request
  from conversations
  union all
  select id, created_at, last_id, high_id, low_id, high_active_at, high_hour,
    high_cleared_id, high_read_id, high_unread, low_gone, low_read_id, high_request, low_request
  from conversations;

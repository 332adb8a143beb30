-- Conversations of two people. One row holds both sides, so that a message changes one row under one lock.
--
-- The people are low_id and high_id, of whom low_id is the smaller, so that the unique index decides every race of two who write
-- to each other for the first time. They refer to nothing: a conversation outlives an account. Each side has of its person
--   active_at   since when it stands where it stands in the person's list: the time of the newest message, or when it was opened;
--               null: not in the list, because it was deleted, or was opened by the other and nothing was written yet
--   hour        the same as the list is ordered by first. It changes once an hour at most, so that a message does not have to be
--               written into the index of the list (a heap-only update: PostgreSQL, storage-hot)
--   cleared_id  the person deleted what came up to this message
--   read_id     the person has read what came up to this message
--   unread      number of messages of the other that came after both
--   gone        the account was deleted: nobody writes to it any more
-- last_id is the newest message; 0 before the first.

create table conversations (
  id uuid primary key,
  low_id uuid not null,
  high_id uuid not null,
  created_at timestamptz not null,
  last_id bigint not null default 0,
  low_active_at timestamptz,
  low_hour timestamp generated always as (date_trunc('hour', low_active_at at time zone 'UTC')) stored,
  low_cleared_id bigint not null default 0,
  low_read_id bigint not null default 0,
  low_unread integer not null default 0,
  low_gone boolean not null default false,
  high_active_at timestamptz,
  high_hour timestamp generated always as (date_trunc('hour', high_active_at at time zone 'UTC')) stored,
  high_cleared_id bigint not null default 0,
  high_read_id bigint not null default 0,
  high_unread integer not null default 0,
  high_gone boolean not null default false,
  check (low_id < high_id)
) with (fillfactor = 50);

create unique index conversations_pair on conversations (low_id, high_id);
create index conversations_low on conversations (low_id, low_hour desc);
create index conversations_high on conversations (high_id, high_hour desc);

-- A conversation as each of its two people has it.
create view conversation_sides as
  select id, created_at, last_id, low_id as user_id, high_id as other_id, low_active_at as active_at, low_hour as hour,
    low_cleared_id as cleared_id, low_read_id as read_id, low_unread as unread, high_gone as other_gone
  from conversations
  union all
  select id, created_at, last_id, high_id, low_id, high_active_at, high_hour,
    high_cleared_id, high_read_id, high_unread, low_gone
  from conversations;

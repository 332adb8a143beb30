-- Groups of up to 32 people. Their messages are in messages, like those of conversations; an id's version is 8, so that it tells a group
-- from a conversation between two people.
--
-- member_ids repeats group_members: whoever stores a message locks the group's row, and so sees its members as they are then.
-- last_id is the newest message, 0 before the first; active_at is what lists are ordered by.
create table groups (
  id uuid primary key check (substr(id::text, 15, 1) = '8'),
  name text,
  profile_path text,
  owner_id uuid not null,
  member_ids uuid[] not null,
  created_at timestamptz not null,
  active_at timestamptz not null,
  last_id bigint not null default 0
) with (fillfactor = 50);

-- since_id: the newest message when the person joined; they see what came later. read_id: they've read what came up to this one.
-- place: the order in which people joined.
create table group_members (
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid not null,
  place bigint generated always as identity,
  since_id bigint not null,
  read_id bigint not null default 0,
  primary key (group_id, user_id)
) with (fillfactor = 50);
create index group_members_user on group_members (user_id);

-- What a group says itself: {"kind", "name"?}. Its sender is who did it, and about_id whom it concerns.
alter table messages add column system json, add column about_id uuid;

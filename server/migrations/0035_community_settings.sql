-- Private communities, descriptions, topics, and the order of channels.
--
-- private: only its members know of it, and it's joined by invite only.
alter table communities
  add column visibility text not null default 'public' constraint communities_visibility check (visibility in ('public', 'private')),
  add column description text not null default '';

-- position: the place in the list, from 0. Null for channels that were never moved: they come last, oldest first.
alter table channels
  add column topic text not null default '',
  add column position integer;

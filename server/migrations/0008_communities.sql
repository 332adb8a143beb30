-- Communities: members, and roles with permissions.
--
-- Locks go on in the order of 0004: users, media, posts (by id), communities (by id), the rest. Whoever changes members, roles
-- or who holds them locks the community's row first; so two who are about to take away the last right to edit wait for each
-- other. Pictures of communities are touched only under that lock, and belong to the community, not to who sent them.

create table communities (
  id uuid primary key,
  handle text not null,
  name text not null,
  profile_path text,
  created_at timestamptz not null
);

-- Comparison ignores case. This decides every race for a handle.
create unique index communities_handle_unique on communities (lower(handle));
create index communities_search_keys on communities using gin (search_keys(handle, name)) with (fastupdate = off);
create index communities_search_handle on communities (lower(handle) text_pattern_ops);

-- How many members a community has, changed only together with the rows of community_members. A table of its own: the list of
-- popular communities wants an index of it, and each join would write to all indexes of the row, those of search included.
create table community_sizes (
  community_id uuid primary key references communities (id) on delete cascade,
  member_count integer not null check (member_count >= 0)
) with (fillfactor = 80);

create index community_sizes_popular on community_sizes (member_count desc, community_id);

-- `joined` gives the order of joining: within a community it is taken under the community's lock. No cascade from users:
-- deleting an account goes through the counts.
create table community_members (
  community_id uuid not null references communities (id) on delete cascade,
  user_id uuid not null references users (id),
  joined bigint not null generated always as identity,
  primary key (community_id, user_id)
);

create unique index community_members_order on community_members (community_id, joined) include (user_id);
create index community_members_user on community_members (user_id, joined) include (community_id);

-- `kind` marks the two roles that every community begins with: admin, of its creator, and user, of each who joins.
create table community_roles (
  id uuid primary key,
  community_id uuid not null references communities (id) on delete cascade,
  name text not null,
  permissions text[] not null
    check (permissions <@ array['channel:create', 'post:create', 'ban:users', 'community:edit']),
  kind text check (kind in ('admin', 'user')),
  unique (community_id, id)
);

create unique index community_roles_name on community_roles (community_id, lower(name));
create unique index community_roles_kind on community_roles (community_id, kind) where kind is not null;

-- Only members hold roles, and only roles of their community.
create table community_role_holders (
  community_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (community_id, user_id, role_id),
  foreign key (community_id, user_id) references community_members (community_id, user_id) on delete cascade,
  foreign key (community_id, role_id) references community_roles (community_id, id) on delete cascade
);

create index community_role_holders_role on community_role_holders (community_id, role_id, user_id);

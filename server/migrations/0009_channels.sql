-- Channels of communities. Locks: after the community's (0008), before messages (0007); several channels by id.

-- `roles`: ids of roles of the channel's community; whoever holds one of them uses the channel. They stand in the row because
-- every message asks for them. A role lives as long as its community, and so does the channel.
create table channels (
  id uuid primary key,
  community_id uuid not null references communities (id) on delete cascade,
  name text not null,
  roles uuid[] not null check (cardinality(roles) between 1 and 100),
  created_at timestamptz not null
);

create unique index channels_name on channels (community_id, lower(name));
create index channels_community on channels (community_id, id);

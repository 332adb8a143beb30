-- no transaction: it builds indexes without blocking writes
-- Pictures of private communities and of groups that an earlier version stored for everybody who knows their path: jobs give them new
-- ones. Once that's done, both indexes are empty, and looking into them costs nothing.
drop index concurrently if exists communities_open_pictures;
create index concurrently communities_open_pictures on communities (id)
  where visibility = 'private' and profile_path not like '%-private%';
drop index concurrently if exists groups_open_pictures;
create index concurrently groups_open_pictures on groups (id) where profile_path not like '%-private%';

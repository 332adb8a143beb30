-- Reports of communities are about whoever is responsible for them: of those who can edit one, the member who has been there longest.
update reports set author_id = (
  select member.user_id from community_roles roles
  join community_role_holders held on held.community_id = roles.community_id and held.role_id = roles.id
  join community_members member on member.community_id = held.community_id and member.user_id = held.user_id
  where roles.community_id = reports.thing_id::uuid and roles.permissions @> array['community:edit']
  order by member.joined limit 1
)
where kind = 'community' and state = 'open' and author_id is null;

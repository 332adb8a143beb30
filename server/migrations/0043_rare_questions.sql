-- Questions that the statements of every page carry but hardly ever ask. PostgreSQL sets a subquery up each time a statement runs,
-- asked or not; a function costs that only once it's called. Stable: they see what the statement sees.

-- Whether somebody holds a permission in a community.
create function holds_permission(community uuid, person uuid, permission text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from community_role_holders held join community_roles roles on roles.id = held.role_id
    where held.community_id = community and held.user_id = person and roles.permissions @> array[permission]
  );
end $$;

-- Whether somebody is on the site's team.
create function is_on_team(person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from users team where team.id = person and team.site_role is not null);
end $$;

-- The contract's `files` (0004) as their author gets them: a file that isn't checked yet isn't marked as sensitive.
create function files_for_author(files json) returns json language plpgsql stable as $$
begin
  return (
    select json_agg(
      case when given.file ->> 'state' = 'processing' then given.file::jsonb || '{"is_nsfw":false}' else given.file::jsonb end
      order by given.place
    )
    from json_array_elements(files) with ordinality as given (file, place)
  );
end $$;

-- Which of the team need a second factor.
alter table site add column second_factor text not null default 'admins' check (second_factor in ('nobody', 'admins', 'team'));

-- Who of the team was told that they need one, and until when they have time. stage: what they've been told last.
create table second_factor_notices (
  user_id uuid primary key references users (id) on delete cascade,
  due_at timestamptz not null,
  stage text not null check (stage in ('asked', 'reminded', 'paused'))
);

-- Whether a role needs a second factor. A missing row means the default.
create function needs_second_factor(role text) returns boolean language plpgsql stable as $$
begin
  return coalesce(
    case (select site.second_factor from site) when 'nobody' then false when 'team' then role is not null
      else role in ('admin', 'owner') end,
    false
  );
end $$;

-- Whether somebody has a second factor: codes from an app, or a passkey.
create function uses_second_factor(person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from totp where totp.user_id = person and totp.enabled_at is not null)
    or exists (select from passkeys where passkeys.user_id = person);
end $$;

-- Whether somebody is on the site's team, with rights that aren't paused.
create or replace function is_on_team(person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from users team where team.id = person and team.site_role is not null and not exists (
      select from second_factor_notices notice where notice.user_id = team.id and notice.due_at <= now()
        and needs_second_factor(team.site_role) and not uses_second_factor(team.id)
    )
  );
end $$;

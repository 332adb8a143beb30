-- When people were last here, kept as their sessions end. Whoever has neither a session nor a row here never logged in.
-- No foreign key: ending a session mustn't lock its account, because others lock the account first. `deleteUser` deletes the row.
create table last_seen (
  user_id uuid primary key,
  seen_at timestamptz not null
);

-- Sessions end in many ways, and while a new version starts, the previous one ends some, too.
create function keep_last_seen() returns trigger language plpgsql as $$
begin
  insert into last_seen as known (user_id, seen_at)
  select ended.user_id, max(greatest(ended.last_seen_at, ended.seen_at))
  from ended
  where exists (select from users where users.id = ended.user_id)
  group by ended.user_id
  order by ended.user_id
  on conflict (user_id) do update set seen_at = greatest(known.seen_at, excluded.seen_at);
  return null;
end
$$;

create trigger keep_last_seen after delete on sessions referencing old table as ended
  for each statement execute function keep_last_seen();

-- What's still known of sessions that ended before.
insert into last_seen (user_id, seen_at)
select user_id, max(seen_at) from (
  select user_id, created_at as seen_at from security_log where event in ('log_in', 'new_device', 'log_out')
  union all
  select user_id, seen_at from known_devices
) known
group by user_id;

-- When somebody last changed their username, and whether the names before lead to them.
alter table users
  add column username_changed_at timestamptz,
  add column keeps_usernames boolean not null default true;

-- Names that lead to the person who had them, in lower case. While there is one, nobody else gets it.
create table former_names (
  name text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index former_names_user_id on former_names (user_id);
create index former_names_expires_at on former_names (expires_at);

-- After the unique index has decided, so that of two who want a name at once, the second sees what the first has left behind.
create function refuse_former_name() returns trigger language plpgsql as $$
begin
  if exists (select from former_names where name = lower(new.username) and user_id <> new.id) then
    raise unique_violation using constraint = 'users_username_former', table = 'users', message = 'this name leads to somebody else';
  end if;
  return null;
end $$;
create trigger users_username_former after insert or update of username on users
  for each row execute function refuse_former_name();

-- A change of address that waits for its link to be opened: one a person, the latest. token_hash: null until the link is mailed, and
-- for good if the address already has an account. session: the one that asked, which stays when it's done.
create table email_changes (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null,
  email text not null,
  token_hash bytea,
  session bytea not null,
  expires_at timestamptz not null
);
create unique index email_changes_token_hash on email_changes (token_hash);
create index email_changes_expires_at on email_changes (expires_at);

-- The links that take a change back, and the address each brings back. While there is one, nobody else gets that address.
create table email_undos (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  token_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index email_undos_token_hash on email_undos (token_hash);
create index email_undos_user_id on email_undos (user_id);
create index email_undos_email on email_undos (lower(email));
create index email_undos_expires_at on email_undos (expires_at);

-- After the unique index has decided, so that of two who want an address at once, the second sees what the first has left behind.
create function refuse_kept_email() returns trigger language plpgsql as $$
begin
  if exists (select from email_undos where lower(email) = lower(new.email) and user_id <> new.id) then
    raise unique_violation using constraint = 'users_email_kept', table = 'users', message = 'this address is kept for its former owner';
  end if;
  return null;
end $$;
create trigger users_email_kept after insert or update of email on users
  for each row execute function refuse_kept_email();

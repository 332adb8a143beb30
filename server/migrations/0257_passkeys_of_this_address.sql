-- The host that passkeys work at now: written at start, from the public address. Null: no server has started since.
alter table site add column rp_id text;

-- Whether somebody has a second factor that works here: codes from an app, or a passkey that wasn't made for another address.
create or replace function uses_second_factor(person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from totp where totp.user_id = person and totp.enabled_at is not null)
    or exists (
      select from passkeys where passkeys.user_id = person
        and coalesce(passkeys.rp_id = (select site.rp_id from site), true)
    );
end $$;

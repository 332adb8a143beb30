-- When the session began that turned codes on, made the recovery codes, or added a passkey: "This wasn't me" removes what the sessions that it
-- ends have added, and nothing that an earlier one did. Null: it was added before this was kept, and counts from when it was.
alter table totp add column since timestamptz;
alter table totp add column recovery_since timestamptz;
alter table passkeys add column since timestamptz;
-- How often in a row all tries for a code were used up: each time it takes longer until there are new ones.
alter table totp add column exhausted integer not null default 0;

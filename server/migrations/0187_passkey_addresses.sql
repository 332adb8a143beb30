-- The host that a passkey was made for: it works nowhere else. Null: it was made before this was kept.
alter table passkeys add column rp_id text;

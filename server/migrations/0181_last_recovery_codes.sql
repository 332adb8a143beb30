-- The recovery code that was used last: sent again, perhaps at the same moment, it isn't counted as a wrong one.
alter table totp add column last_recovery_hash bytea;

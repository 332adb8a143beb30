-- no transaction: an index on a table that everybody reads is built beside its use.
--
-- Accounts that were never activated, by age: they go when their link has expired.
drop index concurrently if exists users_unconfirmed;
create index concurrently users_unconfirmed on users (created_at) where activated_at is null;

-- no transaction: users is in use while its index is built.
drop index concurrently if exists users_waiting;
create index concurrently users_waiting on users (approval_requested_at, id) where approval_requested_at is not null;

-- no transaction: users is in use while its index is built.
drop index concurrently if exists users_site_role;
create index concurrently users_site_role on users (site_role) where site_role is not null;

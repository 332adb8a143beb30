-- no transaction: finds what groups say about somebody whose account is deleted.
drop index concurrently if exists messages_about;
create index concurrently messages_about on messages (about_id) where about_id is not null;

-- no transaction: each log-in writes to the table, also while its indexes are built.
drop index concurrently if exists security_log_id;
create index concurrently security_log_id on security_log (id);
drop index concurrently if exists security_log_event;
create index concurrently security_log_event on security_log (event, id);

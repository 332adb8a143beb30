-- no transaction: the team keeps working while the indexes are built.
drop index concurrently if exists audit_log_position;
create index concurrently audit_log_position on audit_log (audit_position(created_at, id));
drop index concurrently if exists audit_log_actor;
create index concurrently audit_log_actor on audit_log (actor_id, audit_position(created_at, id));
drop index concurrently if exists audit_log_subject;
create index concurrently audit_log_subject on audit_log (subject_id, audit_position(created_at, id));

-- Whether a person's devices make a sound when somebody calls.
alter table notification_settings add column ringtone boolean not null default true;

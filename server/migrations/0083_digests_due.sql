-- no transaction: finds whose summary is due.
drop index concurrently if exists notification_settings_mailed_at;
create index concurrently notification_settings_mailed_at on notification_settings (mailed_at) where mail <> 'off';

-- How a person is told, beyond the list. push_changed, mail_changed: the types for which they chose otherwise than everybody does until
-- they choose. mail: how often a summary comes; mailed_at: up to when the last one told, or since when they want them. quiet_*: from
-- when until when nothing is pushed, as local times; null: never.
alter table notification_settings
  add column push_changed text[] not null default '{}',
  add column mail_changed text[] not null default '{}',
  add column mail text not null default 'off' check (mail in ('off', 'daily', 'weekly')),
  add column mailed_at timestamptz,
  add column quiet_from text,
  add column quiet_to text,
  add column quiet_timezone text;

-- Secrets that the server makes itself when it first needs them.
create table server_keys (
  name text primary key,
  secret text not null
);

-- Whether pushes say who wrote what: a person's choice, and the site's for all.
alter table notification_settings add column previews boolean not null default true;
alter table site add column previews boolean not null default true;

-- When something was last pushed to a device; null: never.
alter table push_subscriptions add column last_sent_at timestamptz;

-- What a device shows as far as the server knows, so that the next push can say what it needn't show any longer: a notification, or what's
-- new in a room.
create table pushed_things (
  device_id uuid not null references push_subscriptions (id) on update cascade on delete cascade,
  tag text not null,
  notification_id uuid,
  room_id uuid,
  pushed_at timestamptz not null,
  primary key (device_id, tag),
  check (num_nonnulls(notification_id, room_id) = 1)
);

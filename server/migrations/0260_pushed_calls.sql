-- Until when a device shows what was pushed to it, if that's known: a call that rings. Null: as long as it's new.
alter table pushed_things add column ends_at timestamptz;

-- category: what a channel stands under in its community's list. slow_mode: seconds between two messages of one person; 0: nobody waits.
-- written_at: when somebody last wrote in a room while it had slow mode, which is what their wait counts from.
alter table rooms add column category text, add column slow_mode integer not null default 0;
alter table room_members add column written_at timestamptz;

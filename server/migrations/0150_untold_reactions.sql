-- Reactions to messages that nobody has been told of yet. They're stored with the reaction, and a job takes all that are there at once, so
-- that a reaction costs little however many there are. A row may be here twice; it says nothing of whether the reaction is still there.
create table untold_reactions (
  message_id bigint not null,
  user_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

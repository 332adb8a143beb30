-- no transaction: the index is built while media are written.
-- The last turn of an owner's media that wait to be looked at (0017).
drop index concurrently if exists media_files_turn;
create index concurrently media_files_turn on media_files (owner_id, turn) where state = 'processing' and turn is not null;

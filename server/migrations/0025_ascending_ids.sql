-- Ids that never go below the newest of their kind, though clocks go back, a process starts anew, or two have different clocks
-- (docs/decisions/0038). Whoever inserts asks for the newest; the primary key answers at once.

-- An id, or if the newest isn't below it, one that is so many milliseconds after the newest. Ids are UUIDs of version 7: 48 bits of
-- milliseconds come first. What follows stays as it was given, so that ids of two who ask at once differ.
create function id_after(newest uuid, given uuid, step integer default 1) returns uuid
language sql immutable parallel safe
return case when newest is null or given > newest then given else (
  lpad(to_hex(least(('x' || left(replace(newest::text, '-', ''), 12))::bit(48)::bigint + step, 281474976710655)), 12, '0')
    || right(replace(given::text, '-', ''), 20)
)::uuid end;

-- Volatile, so that it sees what was committed while the statement waited for its locks: the statement's own snapshot is older.
create function newest_comment_id() returns uuid language plpgsql volatile as $$
begin
  return (select id from comments order by id desc limit 1);
end $$;

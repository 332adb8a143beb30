-- Whose files are out of reach because they're away, with the path of their picture meanwhile. Those who left on an earlier version
-- aren't in here; a job finds them by that.
create table away_files (
  user_id uuid primary key references users (id) on delete cascade,
  profile_path text
);

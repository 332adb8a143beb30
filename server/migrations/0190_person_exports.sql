-- Exports of somebody's data that an admin asked for: the latest one of each person and admin. Otherwise as `exports`.
create table person_exports (
  asked_by uuid not null references users (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null unique,
  key text not null,
  state text not null check (state in ('working', 'ready', 'failed')),
  done integer not null default 0,
  size bigint,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (asked_by, user_id)
);
create index person_exports_user_id on person_exports (user_id);
create index person_exports_expires_at on person_exports (expires_at) where expires_at is not null;

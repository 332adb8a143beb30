-- Pictures, videos and sounds that people sent: what is known of each; the bytes are in the storage.
-- owner_id refers to nothing on purpose: the files have to be removed from the storage too, so a person's media go by a job
-- and not by a cascade, and what a message shows outlives the account.
create table media_files (
  id uuid primary key,
  owner_id uuid not null,
  purpose text not null check (purpose in ('post', 'profile', 'message')),
  -- '/' and the storage key, which nobody can guess.
  path text not null unique,
  type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  duration double precision,
  placeholder text,
  poster text,
  variants json not null default '[]',
  -- Held back until it was looked at.
  is_nsfw boolean not null default true,
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  created_at timestamptz not null default now(),
  -- Null: received, but nothing shows it yet; what stays so is swept away.
  attached_at timestamptz
);
create index media_files_owner_id on media_files (owner_id);
create index media_files_unattached on media_files (created_at) where attached_at is null;

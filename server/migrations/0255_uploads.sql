-- Files that arrive in pieces (tus), until a post or a message uses them, for a day.
create table uploads (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  -- What its sender calls it. Null: nobody named it.
  name text,
  -- The media type its sender claims. Null: none.
  type text,
  -- Declared, in bytes.
  length bigint not null check (length >= 0),
  received bigint not null default 0 check (received between 0 and length),
  created_at timestamptz not null
);

create index uploads_owner on uploads (owner_id);
create index uploads_created_at on uploads (created_at);

-- A piece's row is there before its file, so that no file is lost track of.
create table upload_pieces (
  key text primary key,
  upload_id uuid not null references uploads on delete cascade,
  starts_at bigint not null,
  is_stored boolean not null default false
);

create index upload_pieces_upload on upload_pieces (upload_id, starts_at);

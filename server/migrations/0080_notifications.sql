-- What people are told. One row for a person, a type and a subject: what concerns the same subject joins its row, which moves up with a
-- new id. Ids of things refer to nothing, because reading asks anew what the person may see; rows of what's gone are swept.
--
-- actors: who did it, the latest first, at most 20; more: how many came before those.
create table notifications (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  type text not null,
  subject text not null,
  actors uuid[] not null default '{}',
  more integer not null default 0,
  post_id uuid,
  comment_id uuid,
  community_id uuid,
  channel_id uuid,
  message_id bigint,
  role_id uuid,
  report_id uuid,
  decision_id uuid,
  created_at timestamptz not null,
  read boolean not null default false,
  primary key (user_id, id)
) with (fillfactor = 80);

create unique index notifications_subject on notifications (user_id, type, subject);
create index notifications_unread on notifications (user_id, id desc) where not read;
-- Finds whoever deletes their account.
create index notifications_actors on notifications using gin (actors);
create index notifications_created_at on notifications (created_at);

-- hidden_types: what isn't listed. No row: everything is.
create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  hidden_types text[] not null default '{}'
);

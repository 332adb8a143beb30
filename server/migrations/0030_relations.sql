-- Who blocked and who muted whom. A block stands here twice, once for each of the two people, so that one lookup answers whether a
-- person sees another: 'block' from the side of whoever blocked, 'blocked_by' from the other side.
create table relations (
  user_id uuid not null references users (id) on delete cascade,
  other_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('block', 'blocked_by', 'mute')),
  -- Lists are ordered by it.
  id bigint not null generated always as identity,
  primary key (user_id, other_id, kind),
  check (user_id <> other_id)
);
create index relations_list on relations (user_id, kind, id);
create index relations_other_id on relations (other_id);

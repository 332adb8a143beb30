-- Bans from communities. A row stays until the ban is lifted; one whose end has passed keeps nobody out.
--
-- `membership` is what the ban ended: when the person joined, their roles and what they had read. Overturning the ban restores it
-- exactly. Null if the person wasn't a member. Rows are changed only under the community's lock (0008), and people are locked first.
create table community_bans (
  community_id uuid not null references communities (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  number bigint not null generated always as identity,
  created_at timestamptz not null,
  until timestamptz,
  text text not null,
  by_id uuid references users (id) on delete set null,
  membership jsonb,
  primary key (community_id, user_id)
);

create unique index community_bans_order on community_bans (community_id, number);
create index community_bans_user on community_bans (user_id);
create index community_bans_by on community_bans (by_id) where by_id is not null;

-- Who is joining holds the community's lock when this is asked. Volatile on purpose: it sees a ban that was committed while the
-- statement waited for that lock, which the statement's own snapshot doesn't.
create function community_ban_of(community uuid, person uuid) returns table (until timestamptz, text text)
language plpgsql volatile as $$
begin
  return query select bans.until, bans.text from community_bans bans
    where bans.community_id = community and bans.user_id = person and (bans.until is null or bans.until > now());
end
$$;

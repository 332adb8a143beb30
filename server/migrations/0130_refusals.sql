-- The request that an entry comes from, as in the server's log.
alter table security_log add column request_id text;

-- What was refused and is in nobody's own security log: log-ins to accounts that don't exist, failures beyond those that an account keeps
-- of a day, and refusals on the way in or to the team's calls. Those of one kind, account, network and hour are one row that counts them.
create table security_refusals (
  id uuid primary key,
  -- Null: there's no such account, or it isn't kept whose it is.
  user_id uuid references users (id) on delete cascade,
  event text not null,
  -- Null: one of many networks that had refusals in that hour.
  network text,
  -- The last one's device and request.
  device text not null,
  request_id text not null,
  times integer not null default 1,
  hour timestamptz not null,
  created_at timestamptz not null,
  last_at timestamptz not null
);
create unique index security_refusals_hour on security_refusals (
  hour, event, coalesce(network, ''), coalesce(user_id, '00000000-0000-0000-0000-000000000000')
);
create index security_refusals_user_id on security_refusals (user_id, id);
create index security_refusals_event on security_refusals (event, id);

-- Where an entry of the audit log stands among those of the security log, whose ids begin with their time: a UUID like theirs.
create function audit_position(created_at timestamptz, id bigint) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from created_at at time zone 'UTC') * 1000)::bigint), 12, '0')
    || '70008' || lpad(to_hex(id), 15, '0'))::uuid
$$;

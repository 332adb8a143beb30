-- Whether the team added somebody who hasn't logged in yet.
alter table users add column is_awaited boolean not null default false;

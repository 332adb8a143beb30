-- Whether somebody in a meeting has raised their hand, for those who come later.
alter table meeting_peers add column hand boolean not null default false;

-- Whether a link was mailed: it ends when the team gives its person another address, unlike those on slips.
alter table login_links add column is_mailed boolean not null default false;

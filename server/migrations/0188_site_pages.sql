-- The site's own pages, as Markdown; empty: there's none. And whether whoever joins has to accept its rules.
alter table site
  add column imprint text not null default '',
  add column privacy text not null default '',
  add column rules_tick boolean not null default false;

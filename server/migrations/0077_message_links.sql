-- The preview of a message's first link, as posts have it (0076_links.sql).
alter table messages add column link text;

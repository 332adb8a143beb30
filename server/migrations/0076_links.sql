-- The preview of a text's first link, as the contract's JSON; null: there's no link, or nothing is known of it.
alter table posts add column link text;

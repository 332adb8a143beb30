-- forwarded_from: who wrote a message first that somebody forwarded, whose account may be gone; null: it isn't forwarded.
alter table messages add column forwarded_from uuid;

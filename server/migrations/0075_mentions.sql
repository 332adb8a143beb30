-- Whom a text mentions: [{"start", "end", "id"}], in code points of the text and in its order; id is a person's, or null for everyone.
-- Null: nobody. Without foreign keys: a mention stays where it is when its person is gone.
alter table posts add column mentions json;
alter table comments add column mentions json;
alter table messages add column mentions json;

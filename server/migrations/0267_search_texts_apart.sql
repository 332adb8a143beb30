-- no transaction: search_texts is in use while its indexes are built.
--
-- Messages, of which there are the most, apart from posts and comments: words that are common in messages would otherwise have to be
-- followed through all of them to find the few posts that have them, too. These take the place of search_texts_grams, so that a text
-- costs no more; no version that was released reads that one.
drop index concurrently if exists search_texts_messages;
create index concurrently search_texts_messages on search_texts using gin (grams) with (gin_pending_list_limit = 512) where number > 0;
drop index concurrently if exists search_texts_others;
create index concurrently search_texts_others on search_texts using gin (grams) with (gin_pending_list_limit = 512) where number = 0;
drop index concurrently if exists search_texts_grams;

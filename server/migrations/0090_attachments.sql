-- Files of any type that people send with messages.
--
-- name: what its sender calls the file; null: nobody named it.
alter table media_files add column name text;

-- attachment_ids: the media, in the order in which they were sent. attachments: what the contract says of them, kept so that a page of
-- messages reads nothing else. Null: none.
alter table messages
  add column attachment_ids uuid[],
  add column attachments json;

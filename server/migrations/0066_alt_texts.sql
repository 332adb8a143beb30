-- What a picture, video or sound shows, in its owner's words, for people who can't see or hear it. Null: they didn't say.
alter table media_files add column alt text;

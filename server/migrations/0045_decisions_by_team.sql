-- Whether whoever decided was in the site's team then, which their role of today doesn't tell. Null: decided before this was noted.
alter table decisions add column by_team boolean;

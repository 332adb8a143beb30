-- Reports of something illegal that a community's moderators dismissed, opened once more for the site's team alone.
alter table reports add column escalated boolean not null default false;

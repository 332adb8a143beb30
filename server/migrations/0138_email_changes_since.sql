-- When the session began that asked for a change. Undoing the change removes what may log in and was added since then. Null: the change was
-- asked for before this was kept.
alter table email_changes add column since timestamptz;
alter table email_undos add column since timestamptz;

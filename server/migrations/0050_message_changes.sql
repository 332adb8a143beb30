-- What changes in messages after they were sent.
--
-- revision: the latest change, from the same sequence as the ids; null: never changed. Whoever changes messages of a room holds the
-- advisory lock 'messages:<room>' until the commit and draws the number under it, so a room's revisions ascend in the order of commits.
-- Locks: after users, before media and messages.
--
-- deleted_at: deleted for everyone; the row stays with an empty text. reply_to: the message of the same room that this one answers.
-- reactions: what the contract says of them, without `mine`, kept so that a page of messages counts nothing.
alter table messages
  add column revision bigint,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add column reply_to bigint,
  add column reactions json;

-- Without foreign keys: rows end with their message, and with the account.
create table message_reactions (
  message_id bigint not null,
  user_id uuid not null,
  emoji text not null,
  created_at timestamptz not null,
  primary key (message_id, user_id, emoji)
);

create index message_reactions_user on message_reactions (user_id);

import { sql } from 'kysely';
import { isNewcomer } from '#features/accounts/public.ts';
import { sharePrivateCommunity } from '#features/communities/public.ts';
import { type RoomSql, storedAt } from '#features/messages/public.ts';
import { together } from '#features/relations/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';
import { areStrangers, isCounted } from './strangers.access.ts';

interface NewcomerContactsTable {
  user_id: string;
  conversation_id: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    newcomer_contacts: NewcomerContactsTable;
  }
}

/** Conversations in which a new account's first message to a stranger isn't stored before it's counted. */
export const countingStrangers = (rooms: RoomSql, newAccountHours: number): RoomSql => ({
  ...rooms,
  mayWrite: `${rooms.mayWrite} and (not ${areStrangers('room')}
    or not exists (select from users sender where sender.id = draft.user_id
      and ${isNewcomer('sender', `${storedAt} - interval '${newAccountHours} hours'`)})
    or ${isCounted('room.id', 'draft.user_id')})`,
});

const senderStatement: Statement = {
  name: 'conversations-new-sender',
  text: `select users.id, ${areStrangers('conversations')} and not ${isCounted('conversations.id', 'users.id')} as uncounted from (${sessionOfToken}) session
    join users on users.id = session.user_id
    join conversations on conversations.id = $2 and users.id in (conversations.low_id, conversations.high_id)
    where ${isNewcomer('users', '$3::timestamptz')}
      and ${together('conversations.low_id', 'conversations.high_id')}
      and not (conversations.low_gone or conversations.high_gone)`,
};

/**
 * The caller if their account is new and may write to a conversation; `uncounted`: a message would be the first to a stranger, whom they
 * haven't been let through to.
 */
export async function findNewSender(
  hot: Hot,
  tokenHash: Buffer,
  { id, since }: { id: string; since: Date },
): Promise<{ id: string; uncounted: boolean } | undefined> {
  const [row] = await hot.query<{ id: string; uncounted: boolean }>(senderStatement, [tokenHash, id, since]);
  return row;
}

/** Ids of the conversations with strangers that a new account has written to. */
export async function listContacts(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('newcomer_contacts')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.conversation_id);
}

/** Whether a new account's message to somebody would be the first to a stranger whom it hasn't been let through to. */
export async function isUncounted(db: Db, userId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql<{ uncounted: boolean }>`
    select coalesce(
      (select ${sql.raw(`${areStrangers('conversations')} and not ${isCounted('conversations.id', 'pair.user_id')}`)}
        from conversations
        where conversations.low_id = least(pair.user_id, pair.other_id)
          and conversations.high_id = greatest(pair.user_id, pair.other_id)),
      not ${sql.raw(sharePrivateCommunity('pair.user_id', 'pair.other_id'))}
    ) as uncounted
    from (select ${userId}::uuid as user_id, ${otherId}::uuid as other_id) pair`.execute(db);
  return rows[0]?.uncounted ?? false;
}

export async function insertContact(tx: Tx, contact: NewcomerContactsTable): Promise<void> {
  await tx.insertInto('newcomer_contacts').values(contact).execute();
}

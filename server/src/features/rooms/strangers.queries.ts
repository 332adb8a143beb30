import { sql } from 'kysely';
import { isNewcomerText } from '#features/accounts/public.ts';
import { sharePrivateCommunityText } from '#features/communities/public.ts';
import { togetherText } from '#features/relations/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';
import { areStrangersText, isCountedText } from './strangers.access.ts';

interface NewcomerContactsTable {
  user_id: string;
  conversation_id: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    newcomer_contacts: NewcomerContactsTable;
  }
}

const senderStatement: Statement = {
  name: 'rooms-new-sender',
  text: `select users.id, ${areStrangersText('rooms')} and not ${isCountedText('rooms.id', 'users.id')} as uncounted from (${sessionOfToken}) session
    join users on users.id = session.user_id
    join rooms on rooms.id = $2 and users.id = any(rooms.pair)
    where ${isNewcomerText('users', '$3::timestamptz')} and ${togetherText('rooms.pair[1]', 'rooms.pair[2]')}`,
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
      (select ${sql.raw(`${areStrangersText('rooms')} and not ${isCountedText('rooms.id', 'given.user_id')}`)}
        from rooms where rooms.pair = array[least(given.user_id, given.other_id), greatest(given.user_id, given.other_id)]),
      not ${sql.raw(sharePrivateCommunityText('given.user_id', 'given.other_id'))}
    ) as uncounted
    from (select ${userId}::uuid as user_id, ${otherId}::uuid as other_id) given`.execute(db);
  return rows[0]?.uncounted ?? false;
}

export async function insertContact(tx: Tx, contact: NewcomerContactsTable): Promise<void> {
  await tx.insertInto('newcomer_contacts').values(contact).execute();
}

import { sql } from 'kysely';
import { isNewcomer } from '#features/accounts/public.ts';
import { sharePrivateCommunity } from '#features/communities/public.ts';
import { together } from '#features/relations/public.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { and, eb, fact, not, row } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { inPair, pairOf } from './room.kind.ts';
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

const [rooms, users] = [row('rooms'), row('users')];

const senderStatement = sessionStatement('rooms-new-sender', (db, { id, since }: Given<{ id: string; since: Date }>) =>
  db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .innerJoin('rooms', (on) => on.on('rooms.id', '=', id).on(eb(users.id, '=', eb.fn.any(rooms.pair))))
    .select([
      ...sessionColumns,
      'users.id',
      fact(and(areStrangers(rooms), not(isCounted(rooms.id, users.id)))).as('uncounted'),
    ])
    .where(isNewcomer(users, since))
    .where(together(inPair(rooms, 1), inPair(rooms, 2))),
);

/**
 * The caller if their account is new and may write to a conversation; `uncounted`: a message would be their first to a stranger who hasn't
 * been counted yet.
 */
export const findNewSender = (
  pipeline: Pipeline,
  tokenHash: Buffer,
  conversation: { id: string; since: Date },
): Promise<{ id: string; uncounted: boolean } | undefined> => senderStatement(pipeline, tokenHash, conversation);

/** Ids of the conversations with strangers that a new account has written to. */
export async function listContacts(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('newcomer_contacts')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.conversation_id);
}

/** Whether a new account's message would be its first to a stranger who hasn't been counted yet. */
export async function isUncounted(db: Db, userId: string, otherId: string): Promise<boolean> {
  const [user, other] = [sql<string>`${userId}::uuid`, sql<string>`${otherId}::uuid`];
  const inConversation = eb
    .selectFrom('rooms')
    .select(fact(and(areStrangers(rooms), not(isCounted(rooms.id, user)))).as('uncounted'))
    .where('rooms.pair', '=', pairOf(user, other))
    .$asScalar();
  const { uncounted } = await db
    .selectNoFrom(eb.fn.coalesce(inConversation, fact(not(sharePrivateCommunity(user, other)))).as('uncounted'))
    .executeTakeFirstOrThrow();
  return uncounted;
}

export async function insertContact(tx: Tx, contact: NewcomerContactsTable): Promise<void> {
  await tx.insertInto('newcomer_contacts').values(contact).execute();
}

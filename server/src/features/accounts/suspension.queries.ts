import type { Tx } from '#platform/database/database.ts';
import type { UserRow } from './accounts.queries.ts';

/** What an account knows of its suspension. */
export type SuspensionFacts = Pick<UserRow, 'suspended_by' | 'suspended_until' | 'suspended_text'>;

/** An account's suspension; nobody can suspend it until the transaction ends. Undefined: it's gone. */
export async function holdSuspension(tx: Tx, userId: string): Promise<SuspensionFacts | undefined> {
  return await tx
    .selectFrom('users')
    .select(['suspended_by', 'suspended_until', 'suspended_text'])
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
}

export async function updateSuspension(tx: Tx, userId: string, facts: SuspensionFacts): Promise<void> {
  await tx.updateTable('users').set(facts).where('id', '=', userId).execute();
}

import type { Tx } from '#platform/database/database.ts';
import type { UserRow } from './accounts.queries.ts';

/** The suspension of an account, as far as its row has it. */
export type SuspensionFacts = Pick<UserRow, 'suspended_by' | 'suspended_until' | 'suspended_text'>;

/** What a log-in needs to know about its account. */
export type EntryFacts = SuspensionFacts &
  Pick<UserRow, 'password_hash' | 'email' | 'is_awaited'> & { was_used: boolean };

/**
 * The account of a log-in, locked: nobody can suspend it or change its password until the transaction ends. Undefined:
 * it's gone.
 */
export async function holdEntry(tx: Tx, userId: string): Promise<EntryFacts | undefined> {
  return await tx
    .selectFrom('users')
    .select(['password_hash', 'email', 'is_awaited', 'suspended_by', 'suspended_until', 'suspended_text'])
    // Whether somebody has ever logged in to it. "This wasn't me" may have forgotten all of its browsers.
    .select(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('known_devices').select('user_id').whereRef('known_devices.user_id', '=', 'users.id')),
        exists(
          selectFrom('security_log')
            .select('id')
            .whereRef('security_log.user_id', '=', 'users.id')
            .where('event', 'in', ['log_in', 'new_device']),
        ),
      ])
        .$castTo<boolean>()
        .as('was_used'),
    )
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
}

export async function updateSuspension(tx: Tx, userId: string, facts: SuspensionFacts): Promise<void> {
  await tx.updateTable('users').set(facts).where('id', '=', userId).execute();
}

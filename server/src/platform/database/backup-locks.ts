import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db } from './database.ts';

/** First half of the backups' advisory lock keys; any number, as long as it's the same everywhere. */
export const backupLockSpace = 4_855_244;
export const backupLocks = { backup: 1, files: 2 };

/** From now until the connection closes, no file is removed; waits for removals that have already begun. */
export async function holdBackRemovals(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [backupLockSpace, backupLocks.files]);
}

/** Whether files may be removed until this transaction ends: not while a backup is copying them. */
export async function mayRemoveFiles(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock_shared(${backupLockSpace}::int, ${backupLocks.files}::int) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

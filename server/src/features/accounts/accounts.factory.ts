import type { Database } from '#platform/database/database.ts';
import { newId } from '#platform/ids.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import type { UserRow } from './accounts.queries.ts';
import { insertUser } from './accounts.queries.ts';

/** The password of everybody that a factory makes without naming one. */
export const factoryPassword = 'correct horse battery';

/** An account that may log in at once; what is left out is made up from the username. */
export async function createActivatedUser(
  platform: { db: Database; passwords: Passwords },
  given: { username: string; email?: string; password?: string; name?: string | null },
): Promise<UserRow> {
  const now = new Date();
  return await insertUser(platform.db.kysely, {
    id: newId(),
    username: given.username,
    email: given.email ?? `${given.username.toLowerCase()}@example.org`,
    passwordHash: await platform.passwords.hash(given.password ?? factoryPassword),
    name: given.name ?? null,
    activatedAt: now,
    createdAt: now,
  });
}

import type { Database } from '#platform/database/database.ts';
import { newId } from '#platform/ids.ts';
import type { UserRow } from './accounts.queries.ts';
import { insertUser } from './accounts.queries.ts';
import type { Passwords } from './passwords.service.ts';

/** The password of everyone a factory creates without naming one. */
export const factoryPassword = 'correct horse battery';

/** An account that can log in right away; whatever is left out is derived from the username. */
export async function createActivatedUser(
  { platform, passwords }: { platform: { db: Database }; passwords: Passwords },
  given: { username: string; email?: string; password?: string; name?: string | null },
): Promise<UserRow & { email: string }> {
  const now = new Date();
  const email = given.email ?? `${given.username.toLowerCase()}@example.org`;
  const row = await insertUser(platform.db.kysely, {
    id: newId(),
    username: given.username,
    email,
    passwordHash: await passwords.hash(given.password ?? factoryPassword),
    name: given.name ?? null,
    activatedAt: now,
    createdAt: now,
  });
  return { ...row, email };
}

/** The token in an activation mail's link. */
export function activationTokenIn(mail: { text: string } | undefined): string {
  const token = /\/users\/activate\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('This mail has no activation link.');
  return token;
}

/** The one-time code in a mail. */
export function codeIn(mail: { text: string } | undefined): string {
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error('This mail has no one-time code.');
  return code;
}

import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/sessions/sessions.ts';
import {
  findTokenOwner,
  findUser,
  insertTokens,
  lockUser,
  takeToken,
  type UserRow,
  updateUser,
} from './accounts.queries.ts';
import { hoursAfter } from './accounts.rules.ts';
import { deleteWaysIn } from './accounts.service.ts';
import type { Visitor } from './devices.service.ts';
import type { ChoosePassword } from './new-passwords.service.ts';
import { requireSecondFactor } from './second-factor.service.ts';
import { recordSecurity } from './security.service.ts';
import { createSession } from './suspension.service.ts';

const linkGone = () => invalid({ token: accountMessages.loginLinkGone });

/**
 * Makes a link for each of these accounts, with which its owner chooses a password and logs in, once.
 * @returns their addresses, in the same order
 */
export async function createLoginLinks(
  { clock, config }: Platform,
  tx: Tx,
  userIds: readonly string[],
): Promise<string[]> {
  const expiresAt = hoursAfter(clock.now(), limits.loginLink.days * 24);
  const links = userIds.map((userId) => ({ userId, token: newToken(), expiresAt }));
  await insertTokens(
    tx,
    'login_links',
    links.map(({ userId, token }) => ({ userId, tokenHash: hashToken(token), expiresAt })),
  );
  return links.map(({ token }) => `${config.publicUrl}${pages.loginLink.path}?token=${token}`);
}

/** Whose account a link opens. @throws {HttpError} 422 if it's unknown, used or expired */
export async function findLoginLink({ db, clock }: Platform, token: string): Promise<UserRow> {
  const userId = await findTokenOwner(db.kysely, 'login_links', hashToken(token), clock.now());
  const user = userId === undefined ? undefined : await findUser(db.kysely, userId);
  if (!user) throw linkGone();
  return user;
}

/**
 * Sets a password with a link, which uses it up, ends the account's other sessions and starts one.
 * @throws {HttpError} 422 if the link is unknown, used or expired, its account is suspended, or the password is easy to guess
 */
export async function useLoginLink(
  platform: Platform,
  choose: ChoosePassword,
  visitor: Visitor,
  given: { token: string; password: string; code?: string | undefined },
): Promise<{ user: UserRow; sessionToken: string }> {
  const { db, clock, sessions } = platform;
  const tokenHash = hashToken(given.token);
  const person = await findLoginLink(platform, given.token);
  const userId = person.id;
  const code = await requireSecondFactor(platform, userId, { code: given.code, origin: visitor.origin });
  const passwordHash = await choose(given.password, person);
  const user = await db.transaction(async (tx) => {
    const known = await lockUser(tx, userId);
    if (!known || !(await takeToken(tx, 'login_links', tokenHash, clock.now()))) throw linkGone();
    await deleteWaysIn(tx, userId);
    await sessions.revokeAll(tx, userId);
    await recordSecurity(platform, tx, { userId, event: 'password_reset', origin: visitor.origin });
    return await updateUser(tx, userId, { password_hash: passwordHash });
  });
  sessions.announce({ userId });
  const { origin, knows } = visitor;
  const from = { origin, isKnown: knows.includes(userId), entrance: { by: 'login-link', code } } as const;
  return { user, sessionToken: await createSession(platform, userId, { passwordHash, refused: linkGone }, from) };
}

import { randomInt, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import type { Db } from '#platform/database/database.ts';
import { invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { loginLinkMail } from './accounts.mail.ts';
import { findUser, lockUser, type UserRow, updateUser } from './accounts.queries.ts';
import { hoursAfter } from './accounts.rules.ts';
import { type Admission, deleteWaysIn, requireRules } from './accounts.service.ts';
import type { Visitor } from './devices.service.ts';
import { insertMailedLink } from './login-links.queries.ts';
import type { ChoosePassword } from './new-passwords.service.ts';
import { requireSecondFactor } from './second-factor.service.ts';
import { recordSecurity } from './security.service.ts';
import { createSession } from './suspension.service.ts';
import { findTokenOwner, hasToken, insertTokens, takeToken } from './tokens.queries.ts';

const linkGone = () => invalid({ token: accountMessages.loginLinkGone });

/** 32 letters and digits that can't be confused: without i, l and o, which look like 1 and 0, and without u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 10;

const newCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/**
 * The stored form of a link's code. A code is short, so that people can type it, and could be found by guessing if a
 * copy of the database leaked, so it's hashed slowly (half a millisecond). Older links have a long token.
 */
async function storedForm(token: string): Promise<Buffer> {
  const code = token.trim().toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
  const isCode = code.length === codeLength && [...code].every((letter) => alphabet.includes(letter));
  return isCode ? await derive(code, 'hubbub login link', 32, { N: 128 }) : hashToken(token);
}

/** A link that isn't stored yet. */
export interface NewLoginLink {
  userId: string;
  tokenHash: Buffer;
  expiresAt: Date;
  url: string;
}

/**
 * Makes a link for each of these accounts, in the same order. With it, the account's owner chooses a password and logs
 * in, once.
 */
export async function newLoginLinks({ clock, config }: Platform, userIds: readonly string[]): Promise<NewLoginLink[]> {
  const expiresAt = hoursAfter(clock.now(), limits.loginLink.days * 24);
  const links: NewLoginLink[] = [];
  // One after the other, because log-ins need the same threads.
  for (const userId of userIds) {
    const code = newCode();
    const url = `${config.publicUrl}${pages.loginLink.path.replace(':code', code)}`;
    links.push({ userId, tokenHash: await storedForm(code), expiresAt, url });
  }
  return links;
}

export async function insertLoginLinks(tx: Db, links: readonly NewLoginLink[]): Promise<void> {
  await insertTokens(tx, 'login_links', links);
}

/** Makes a link for an account, and stores it. @returns its address */
export async function createLoginLink(platform: Platform, tx: Db, userId: string): Promise<string> {
  const links = await newLoginLinks(platform, [userId]);
  await insertLoginLinks(tx, links);
  return links[0]?.url ?? '';
}

/** Queues a mail with a link to each of these accounts. */
export async function mailLoginLinks({ jobs }: Platform, tx: Db, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await jobs.add(tx, 'accounts.mail-login-link', { userId });
}

/** Mails somebody a link, unless they have logged in meanwhile or have no address. */
export async function mailLoginLink(platform: Platform, userId: string): Promise<void> {
  const { clock, db, mail } = platform;
  const user = await findUser(db.kysely, userId);
  if (!user || user.email === null || !(await hasToken(db.kysely, 'login_links', userId, clock.now()))) return;
  const [link] = await newLoginLinks(platform, [userId]);
  if (!link) return;
  await insertMailedLink(db.kysely, link);
  await mail.deliver(user.email, loginLinkMail(user.username, new URL(link.url).pathname, limits.loginLink.days));
}

/** The account that a link opens. @throws {HttpError} 422 if it's unknown, used or expired */
export async function findLoginLink({ db, clock }: Platform, token: string): Promise<UserRow> {
  const userId = await findTokenOwner(db.kysely, 'login_links', await storedForm(token), clock.now());
  const user = userId === undefined ? undefined : await findUser(db.kysely, userId);
  if (!user) throw linkGone();
  return user;
}

/**
 * Sets a password with a link, which uses it up, ends the account's other sessions and starts one.
 * @throws {HttpError} 422 if the link is unknown, used or expired, its account is suspended, the site requires its
 * rules to be accepted, or the password is easy to guess
 */
export async function useLoginLink(
  platform: Platform,
  admission: Admission,
  choose: ChoosePassword,
  visitor: Visitor,
  given: { token: string; password: string; code?: string | undefined; accepts_rules?: boolean | undefined },
): Promise<{ user: UserRow; sessionToken: string }> {
  const { db, clock, sessions } = platform;
  const tokenHash = await storedForm(given.token);
  const person = await findLoginLink(platform, given.token);
  const userId = person.id;
  if (person.is_awaited) await requireRules(admission, given);
  const code = await requireSecondFactor(platform, userId, { code: given.code, origin: visitor.origin });
  const passwordHash = await choose(given.password, person);
  const user = await db.transaction(async (tx) => {
    const known = await lockUser(tx, userId);
    if (!known || !(await takeToken(tx, 'login_links', tokenHash, clock.now()))) throw linkGone();
    await deleteWaysIn(tx, userId);
    await sessions.revokeAll(tx, userId);
    // A first password replaces none, so the mail about a reset would make no sense.
    if (!known.is_awaited)
      await recordSecurity(platform, tx, { userId, event: 'password_reset', origin: visitor.origin });
    return await updateUser(tx, userId, { password_hash: passwordHash });
  });
  sessions.announce({ userId });
  const { origin, knows } = visitor;
  const from = { origin, isKnown: knows.includes(userId), entrance: { by: 'login-link', code } } as const;
  return { user, sessionToken: await createSession(platform, userId, { passwordHash, refused: linkGone }, from) };
}

import { randomBytes } from 'node:crypto';
import type {
  CreationOptions,
  PasskeyAnswer,
  PasskeyCreation,
  RequestOptions,
} from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { type Tx, uniqueViolation } from '#platform/database/database.ts';
import { conflict, type HttpError, invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, type Session } from '#platform/sessions/sessions.ts';
import { findUser, type UserRow } from './accounts.queries.ts';
import { minutesAfter } from './accounts.rules.ts';
import { mailUser, requireMayEnter } from './accounts.service.ts';
import { keepConfirmed, lockConfirmed, requireConfirmed } from './confirmation.service.ts';
import type { Visitor } from './devices.service.ts';
import { findSessionStart } from './email-change.queries.ts';
import { algorithms, checkAnswer, checkCreation } from './passkey-checks.service.ts';
import {
  deletePasskey,
  findPasskey,
  findPasskeysOf,
  insertChallenge,
  insertPasskey,
  isPasskeyOf,
  type PasskeyRow,
  type Purpose,
  takeChallenge,
  touchPasskey,
  updatePasskeyName,
} from './passkeys.queries.ts';
import { clientDataOf, mayBeFrom, partyOf } from './passkeys.rules.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './security.mail.ts';
import { type Origin, recordFailure, recordSecurity } from './security.service.ts';
import { createSession } from './suspension.service.ts';

const challengeBytes = 32;
const handleBytes = 32;
const timeout = limits.passkey.minutes * 60_000;

const tooLate = () => invalid({ passkey: 'This took too long. Try again.' });
const notMade = () => invalid({ passkey: "We couldn't add this passkey. Try again, or use another device." });
const tooMany = () =>
  invalid({ passkey: `You have ${limits.passkey.perPerson} passkeys, which is the most. Remove one first.` });
const isTaken = () => conflict({ passkey: 'This passkey was added before. Use another device, or another account.' });
const noneThere = () => invalid({ passkey: 'You have no passkeys. Enter your password.' });
const notConfirmed = () =>
  invalid({ passkey: "This passkey doesn't belong to your account. Use another one, or enter your password." });
const gone = () => notFound('This passkey was removed.');
const notLoggedIn = () =>
  unauthenticated("This passkey doesn't open an account here. Use another one, or log in with your password.");

const idOf = (bytes: Buffer) => bytes.toString('base64url');

const described = ({ credential_id, transports }: PasskeyRow) => ({
  id: idOf(credential_id),
  type: 'public-key' as const,
  transports,
});

/** Makes a challenge, of which only a hash is stored. */
async function newChallenge(
  { db, clock }: Platform,
  purpose: Purpose,
  { session, userHandle }: { session?: Session; userHandle?: Buffer } = {},
): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url');
  await insertChallenge(db.kysely, {
    challenge_hash: hashToken(challenge),
    purpose,
    session_hash: session?.tokenHash ?? null,
    user_handle: userHandle ?? null,
    expires_at: minutesAfter(clock.now(), limits.passkey.minutes),
  });
  return challenge;
}

/** Uses up the challenge that an answer is for. @throws {HttpError} 422 if it isn't for this, was used or has expired */
async function takeChallengeOf(
  { db, clock }: Platform,
  clientDataJSON: string,
  purpose: Purpose,
  session?: Session,
): Promise<{ challenge: string; userHandle: Buffer | null }> {
  const challenge = clientDataOf(clientDataJSON)?.challenge;
  if (challenge === undefined) throw tooLate();
  const sessionHash = session?.tokenHash ?? null;
  const taken = await takeChallenge(db.kysely, hashToken(challenge), { purpose, sessionHash, now: clock.now() });
  if (!taken) throw tooLate();
  return { challenge, userHandle: taken.user_handle };
}

/** The caller's passkeys, newest first. */
export async function listPasskeys({ db }: Platform, session: Session): Promise<PasskeyRow[]> {
  return await findPasskeysOf(db.kysely, session.userId);
}

/**
 * The options for creating a passkey. @throws {HttpError} 422 without a confirmed session, or at the maximum number of
 * passkeys
 */
export async function preparePasskey(platform: Platform, session: Session, siteName: string): Promise<CreationOptions> {
  await requireConfirmed(platform, session);
  const { db, config } = platform;
  const user = await findUser(db.kysely, session.userId);
  if (!user) throw unauthenticated();
  const passkeys = await findPasskeysOf(db.kysely, user.id);
  if (passkeys.length >= limits.passkey.perPerson) throw tooMany();
  const userHandle = passkeys[0]?.user_handle ?? randomBytes(handleBytes);
  return {
    challenge: await newChallenge(platform, 'add', { session, userHandle }),
    rp: { id: partyOf(config.publicUrl).rpId, name: siteName },
    user: { id: idOf(userHandle), name: user.username, displayName: user.name ?? user.username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    attestation: 'none',
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/**
 * Adds the passkey that a browser made.
 * @param given `name`: unless given, it's named after the device
 * @throws {HttpError} 422 without a confirmed session, for an invalid answer, and at the maximum number of passkeys; 409 if it was added
 *   before
 */
export async function addPasskey(
  platform: Platform,
  session: Session,
  given: { answer: PasskeyCreation; name: string | undefined; origin: Origin },
): Promise<PasskeyRow> {
  const { db, clock, newId } = platform;
  const { answer, origin } = given;
  const { userId, tokenHash } = session;
  await requireConfirmed(platform, session);
  const { challenge, userHandle } = await takeChallengeOf(platform, answer.response.clientDataJSON, 'add', session);
  const credential = await checkCreation(platform, challenge, answer);
  if (!credential || userHandle === null) throw notMade();
  const { credentialId, publicKey, counter } = credential;
  try {
    return await db.transaction(async (tx) => {
      const user = await lockConfirmed(platform, tx, session);
      if ((await findPasskeysOf(tx, userId)).length >= limits.passkey.perPerson) throw tooMany();
      const row = await insertPasskey(tx, {
        id: newId(),
        user_id: userId,
        user_handle: userHandle,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        transports: answer.response.transports ?? [],
        name: given.name?.trim() ?? origin.device,
        created_at: clock.now(),
        since: await findSessionStart(tx, tokenHash),
        rp_id: partyOf(platform.config.publicUrl).rpId,
      });
      await recordSecurity(platform, tx, { userId, event: 'passkey_added', origin, tokenHash });
      await mailUser(platform, tx, user, passkeyAddedMail(user.username, row.name));
      return row;
    });
  } catch (error) {
    throw uniqueViolation(error) === 'passkeys_credential_id_unique' ? isTaken() : error;
  }
}

/** Renames one of the caller's passkeys. @throws {HttpError} 404 */
export async function renamePasskey(
  { db }: Platform,
  { userId }: Session,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<PasskeyRow> {
  const change = { id: passkeyId, userId, name: name.trim() };
  const row = isId(passkeyId) ? await updatePasskeyName(db.kysely, change) : undefined;
  if (!row) throw gone();
  return row;
}

/** Removes one of the caller's passkeys. @throws {HttpError} 422 without a confirmed session, 404 */
export async function removePasskey(
  platform: Platform,
  session: Session,
  { passkeyId, origin }: { passkeyId: string; origin: Origin },
): Promise<void> {
  const { userId, tokenHash } = session;
  await platform.db.transaction(async (tx) => {
    const user = await lockConfirmed(platform, tx, session);
    if (!isId(passkeyId)) throw gone();
    const name = await deletePasskey(tx, passkeyId, userId);
    if (name === undefined) throw gone();
    await recordSecurity(platform, tx, { userId, event: 'passkey_removed', origin, tokenHash });
    await mailUser(platform, tx, user, passkeyRemovedMail(user.username, name));
  });
}

/**
 * The passkey that an answer comes from; uses up the challenge. A wrong answer is added to the security log of the
 * passkey's owner.
 * @param session the session to confirm; undefined for a log-in
 * @throws {HttpError} 422 for a challenge that's no longer valid, and `refused`
 */
async function checkPasskey(
  platform: Platform,
  answer: PasskeyAnswer,
  { session, origin, refused }: { session?: Session; origin: Origin; refused: () => HttpError },
): Promise<PasskeyRow> {
  const { db, clock } = platform;
  const { clientDataJSON, userHandle } = answer.response;
  const purpose = session ? 'confirm' : 'log-in';
  const { challenge } = await takeChallengeOf(platform, clientDataJSON, purpose, session);
  const passkey = await findPasskey(db.kysely, Buffer.from(answer.id, 'base64url'));
  const fail = (userId: string | undefined) => {
    recordFailure(platform, { userId, event: 'passkey_refused', origin, tokenHash: session?.tokenHash });
    return refused();
  };
  const claim = { userId: session?.userId, userHandle: userHandle ?? undefined };
  if (!passkey || !mayBeFrom(passkey, claim)) throw fail(session?.userId);
  const counter = await checkAnswer(platform, challenge, answer, passkey);
  if (counter === undefined || !(await touchPasskey(db.kysely, passkey.id, { counter, now: clock.now() }))) {
    throw fail(passkey.user_id);
  }
  return passkey;
}

/** The options for confirming the caller's session with a passkey. @throws {HttpError} 422 without passkeys */
export async function prepareConfirmation(platform: Platform, session: Session): Promise<RequestOptions> {
  const passkeys = await findPasskeysOf(platform.db.kysely, session.userId);
  if (passkeys.length === 0) throw noneThere();
  return {
    challenge: await newChallenge(platform, 'confirm', { session }),
    rpId: partyOf(platform.config.publicUrl).rpId,
    timeout,
    allowCredentials: passkeys.map(described),
    userVerification: 'required',
  };
}

/** Confirms a session with one of its owner's passkeys. @throws {HttpError} 422 */
export async function confirmWithPasskey(
  platform: Platform,
  session: Session,
  { answer, origin }: { answer: PasskeyAnswer; origin: Origin },
): Promise<void> {
  await checkPasskey(platform, answer, { session, origin, refused: notConfirmed });
  await keepConfirmed(platform, session);
}

/** The options for logging in with any passkey. */
export async function preparePasskeyLogIn(platform: Platform): Promise<RequestOptions> {
  return {
    challenge: await newChallenge(platform, 'log-in'),
    rpId: partyOf(platform.config.publicUrl).rpId,
    timeout,
    allowCredentials: [],
    userVerification: 'required',
  };
}

/**
 * Logs in the owner of a passkey. The passkey has verified its user, which makes two factors, so no code is needed.
 * @returns the person, and the token for the cookie
 * @throws {HttpError} 401 for a passkey that opens no account, 403 if the account isn't activated, 422 if it's suspended or waits for
 *   approval, or the challenge is no longer valid
 */
export async function logInWithPasskey(
  platform: Platform,
  visitor: Visitor,
  answer: PasskeyAnswer,
): Promise<{ user: UserRow; token: string }> {
  const { origin, knows } = visitor;
  const { id: passkeyId, user_id: userId } = await checkPasskey(platform, answer, { origin, refused: notLoggedIn });
  const user = await findUser(platform.db.kysely, userId);
  if (!user) throw notLoggedIn();
  await requireMayEnter(platform, user, { origin, unknown: notLoggedIn });
  const proof = { holds: (tx: Tx) => isPasskeyOf(tx, passkeyId, userId), refused: notLoggedIn };
  const from = { origin, isKnown: knows.includes(userId), entrance: { by: 'passkey' } } as const;
  return { user, token: await createSession(platform, userId, proof, from) };
}

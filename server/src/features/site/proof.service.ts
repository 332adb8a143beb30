import type { Challenge } from '@hubbub/contract/features/site/joining.endpoints.ts';
import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { newToken } from '#platform/sessions/sessions.ts';
import { shareSecret } from './proof.queries.ts';

/*
 * While registrations come faster than usual, each takes its client a moment of computing (ALTCHA, version 2). Nobody notices one, but
 * thousands are expensive. Clients that don't support it are slowed down instead.
 */

/** The key that `registrations` counts by: the same for everybody. */
const everybody = 'site';

/** Rounds of PBKDF2 for one guess, and how many guesses it takes: half a second on a slow phone. */
const cost = 1_000;
const guesses = { min: 200, max: 400 };
const validMinutes = 10;

const secrets = new WeakMap<Platform, Promise<string>>();

/** Read once by each process, when it's first needed. */
function secretOf(platform: Platform): Promise<string> {
  const known = secrets.get(platform);
  if (known) return known;
  const secret = shareSecret(platform.db.kysely, newToken());
  secrets.set(platform, secret);
  secret.catch(() => secrets.delete(platform));
  return secret;
}

const signedWith = (secret: string) => ({
  hmacSignatureSecret: `challenge ${secret}`,
  hmacKeySignatureSecret: `key ${secret}`,
});

/** A challenge, if registrations come faster than usual. */
export async function makeChallenge(platform: Platform): Promise<Challenge | null> {
  if (!(await platform.limits.isUsedUp('registrations', everybody))) return null;
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(guesses.min, guesses.max),
    deriveKey,
    expiresAt: new Date(platform.clock.now().getTime() + validMinutes * 60_000),
    ...signedWith(await secretOf(platform)),
  });
  return { parameters, signature } as Challenge;
}

/**
 * Counts a registration. While they come faster than usual, it must bring a solved challenge that nobody has used, or is slowed down.
 * @throws {HttpError} 422 for a wrong, expired or used solution, 429 with `retry-after`
 */
export async function keepPace(
  platform: Platform,
  given: { proof: string | undefined; network: string },
): Promise<void> {
  const { limits } = platform;
  if (await limits.allows('registrations', everybody)) return;
  if (given.proof === undefined || given.proof === '') {
    await limits.spend('registrations-without-proof', given.network);
    await limits.spend('registrations-without-proof-everywhere', everybody);
    return;
  }
  const signature = await solvedChallenge(platform, given.proof);
  if (signature === undefined || !(await limits.allows('proofs', signature))) {
    throw invalid({ proof: accountMessages.proofInvalid });
  }
}

/** The signature of the challenge that a proof solves; undefined if it isn't one of ours, or has expired. */
async function solvedChallenge(platform: Platform, proof: string): Promise<string | undefined> {
  const secret = signedWith(await secretOf(platform));
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString()) as Payload;
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secret });
    return verified ? challenge.signature : undefined;
  } catch {
    // It isn't a proof at all.
    return undefined;
  }
}

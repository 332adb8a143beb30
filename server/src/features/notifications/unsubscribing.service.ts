import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Platform } from '#platform/platform.ts';
import { keyOf } from '#platform/secrets/server-keys.queries.ts';
import { endDigest } from './settings.queries.ts';

/** Bytes of an id, and of its signature. */
const idLength = 16;
const signatureLength = 16;

async function sign({ db }: Pick<Platform, 'db'>, id: Uint8Array): Promise<Buffer> {
  const key = await keyOf(db.kysely, 'unsubscribe', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', key).update(id).digest().subarray(0, signatureLength);
}

/** The path that unsubscribes a person from summaries, whoever opens it; it works for as long as the account exists. */
export async function unsubscribePath(platform: Pick<Platform, 'db'>, userId: string): Promise<string> {
  const id = parse(userId);
  const token = Buffer.concat([id, await sign(platform, id)]).toString('base64url');
  return `/unsubscribe?token=${token}`;
}

/** The person whose link has this token; undefined: it isn't one of ours. */
export async function findUnsubscriber(platform: Pick<Platform, 'db'>, token: string): Promise<string | undefined> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idLength + signatureLength) return undefined;
  const id = bytes.subarray(0, idLength);
  return timingSafeEqual(bytes.subarray(idLength), await sign(platform, id)) ? stringify(id) : undefined;
}

/** Turns off the summaries of the person whose link has this token. @returns false: it isn't one of ours */
export async function unsubscribe(platform: Pick<Platform, 'db'>, token: string): Promise<boolean> {
  const userId = await findUnsubscriber(platform, token);
  return userId !== undefined && (await endDigest(platform.db.kysely, userId));
}

import type { listBlocks as listCall } from '@hubbub/contract/features/relations/relations.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { findActivated, findEntered, noUser, viewAuthor } from '#features/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { answerWith, type SessionAnswer } from '#platform/database/session-statement.ts';
import { invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { deleteFollowsBetween } from './follows.queries.ts';
import type {} from './relations.events.ts';
import {
  deleteRelation,
  hasAtLeast,
  holdPair,
  insertRelation,
  type Kind,
  lockPair,
  readRelations,
} from './relations.queries.ts';
import { mayRelateTo } from './relations.rules.ts';

const nobody = () => notFound(noUser);

const texts = {
  block: {
    oneself: "You can't block yourself.",
    tooMany: `You can block at most ${limits.relations.toLocaleString('en')} people. Unblock someone first.`,
  },
  mute: {
    oneself: "You can't mute yourself.",
    tooMany: `You can mute at most ${limits.relations.toLocaleString('en')} people. Unmute someone first.`,
  },
};

/** @throws {HttpError} 404 if no one has this username */
async function findOther(tx: Tx, username: string): Promise<string> {
  const id = await findActivated(tx, username);
  if (id === undefined) throw nobody();
  return id;
}

/** Higher than every relation's number. */
const first = '9'.repeat(18);

/** A page of the people the caller has blocked or muted, the latest first, in one round trip. */
export async function listRelations(
  { db }: Platform,
  tokenHash: Buffer,
  kind: Kind,
  { size, before = first }: { size: number; before?: string | undefined },
): Promise<SessionAnswer<EndpointAnswer<typeof listCall>>> {
  return answerWith(await readRelations[kind](size)(db.reads, tokenHash, { before }), ({ users }) => ({
    users: users.slice(0, size).map(viewAuthor),
    next: users.length > size ? String(users[size - 1]?.place) : null,
  }));
}

/**
 * Blocks or mutes a person; doing it again changes nothing. A block ends both follows. Someone who blocked the caller can be blocked, too.
 * @throws {HttpError} 404 if no one has this username, 422 for the caller's own, or for too many
 */
export async function addRelation(
  { db, deferred, realtime }: Platform,
  { userId }: Session,
  kind: Kind,
  username: string,
): Promise<void> {
  await db.transaction(async (tx, effects) => {
    const otherId = await findOther(tx, username);
    if (!mayRelateTo(userId, otherId)) throw invalid({ username: texts[kind].oneself });
    const held = await holdPair(tx, { userId, otherId });
    if (!held.includes(userId)) throw unauthenticated();
    if (!held.includes(otherId)) throw nobody();
    if (kind === 'block') {
      await lockPair(tx, { userId, otherId });
      await deleteFollowsBetween(tx, { userId, otherId });
    }
    const isNew = await insertRelation(tx, { userId, otherId }, kind);
    if (isNew && (await hasAtLeast(tx, userId, kind, limits.relations + 1))) {
      throw invalid({ username: texts[kind].tooMany });
    }
    if (kind === 'block') effects.push(() => realtime.hide({ userId, authorId: otherId }, true));
    const afterCommit = (effect: () => void) => effects.push(effect);
    if (isNew) await deferred.emit(tx, 'relations.changed', [{ userId, otherId }], { afterCommit });
  });
}

/** Lifts a block or mute, if there is one. @throws {HttpError} 404 if no one has this username */
export async function removeRelation(
  { db, deferred, realtime }: Platform,
  { userId }: Session,
  kind: Kind,
  username: string,
): Promise<void> {
  await db.transaction(async (tx, effects) => {
    // This also works for people who are away; without a relation, the error doesn't reveal that the account exists.
    const other = await findEntered(tx, username);
    if (!other) throw nobody();
    const wasThere = await deleteRelation(tx, { userId, otherId: other.id }, kind);
    if (!wasThere && other.isAway) throw nobody();
    if (kind === 'block') effects.push(() => realtime.hide({ userId, authorId: other.id }, false));
    const afterCommit = (effect: () => void) => effects.push(effect);
    if (wasThere) await deferred.emit(tx, 'relations.changed', [{ userId, otherId: other.id }], { afterCommit });
  });
}

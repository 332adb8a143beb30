import { emoji as emojiShape, type Reaction } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { fits, mostKinds } from '#features/reactions/public.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { goneOrHidden, HttpError, invalid } from '#platform/errors/errors.ts';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { announceLater, type JustChanged, openAnnouncer } from './announce.service.ts';
import { lockChanges } from './changes.queries.ts';
import { noMessage, requireNone } from './changes.service.ts';
import { messageIdOf, messageNumber, obstaclesToReacting } from './messages.rules.ts';
import {
  deleteReactionsOf,
  listReactedTo,
  lockReacting,
  type ReactingRow,
  type ReactionAsked,
  type ReactionNow,
  storeReactions,
  summarizeReactions,
  takeUnnotified,
} from './reactions.queries.ts';
import type {} from './rooms.events.ts';

/** The answer to a reaction; undefined without a session. */
type ReactingAnswer = SessionAnswer<{ reactions: Reaction[]; revision: string }>;

/** An emoji to add to a message, or to remove. */
type Reacting = ReactionAsked & { added: boolean };

/** The calls about reactions to messages. */
export interface Reactions {
  /**
   * Adds or removes a reaction; repeating it changes nothing. Reactions that arrive at the same time are stored together.
   * @returns the message's reactions as the caller sees them, and its revision; undefined without a session
   * @throws {HttpError} 404 for a message the caller can't read, 422 for anything but a single emoji, one too many different emoji, and a
   * message that this person can't react to
   */
  react(tokenHash: Buffer, reaction: { id: string; emoji: string; added: boolean }): Promise<ReactingAnswer>;
}

/** @throws {HttpError} if somebody can't react to a message; undefined without a session */
function requireReacting({ user_id: userId, id, ...row }: ReactingRow, { emoji, added }: Reacting) {
  if (userId === null) return undefined;
  if (id === null || !row.isReached || row.kind === null)
    throw goneOrHidden(id === null ? undefined : { ...row, id }, noMessage);
  const fault = emojiShape.safeParse(emoji).error?.issues[0]?.message;
  if (fault !== undefined) throw invalid({ emoji: fault });
  if (added) requireNone(obstaclesToReacting(row));
  return { ...row, userId, id, kind: row.kind };
}

/** A value that's computed at first use. */
function madeOnce<Key, Value>(made: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

/**
 * Applies reactions one after another: the outcome of each, the changes, and the resulting emoji.
 * @param rows the message of each
 */
function reactInTurn(drafts: readonly Reacting[], rows: readonly ReactingRow[]) {
  /** How often each message has each emoji, and which are a person's, by person and message. */
  const counts = new Map<number, Map<string, number>>();
  const owns = new Map<string, Set<string>>();
  const ownOf = ({ id, user_id, own }: ReactingRow) => madeOnce(owns, `${user_id} ${id}`, () => new Set(own));
  const changes: JustChanged[] = [];
  const now = new Map<string, ReactionNow & { room_id: string }>();

  const react = (draft: Reacting, row: ReactingRow) => {
    const found = requireReacting(row, draft);
    if (!found) return undefined;
    const { emoji, added } = draft;
    const { id, userId, room_id, kind, username } = found;
    const known = () => new Map(found.kinds?.map((each) => [each.emoji, each.count]));
    const [own, count] = [ownOf(row), madeOnce(counts, id, known)];
    if (own.has(emoji) === added) return found;
    if (added && !fits([...count.keys()], emoji))
      throw invalid({ emoji: `A message takes at most ${mostKinds} kinds of emoji.` });
    const left = (count.get(emoji) ?? 0) + (added ? 1 : -1);
    if (left > 0) count.set(emoji, left);
    else count.delete(emoji);
    if (added) own.add(emoji);
    else own.delete(emoji);
    const change = { id, emoji, added };
    changes.push({ change: { ...change, kind: 'reaction', byId: userId }, roomId: room_id, kind, username });
    now.set(`${userId} ${id} ${emoji}`, { ...change, userId, room_id, isNotified: found.hasSender && !found.isOwn });
    return found;
  };
  const outcomes = drafts.map((draft, index) => {
    try {
      return react(draft, rows[index] as ReactingRow);
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  });
  return { outcomes, changes, now: [...now.values()], ownOf };
}

/** Creates these. Once per process, because of the batcher. */
export function openReactions(platform: Platform): Reactions {
  const { db, deferred, jobs, log } = platform;
  const { announceNow } = openAnnouncer(platform);

  const batcher = createBatcher<Reacting, ReactingAnswer | HttpError>({
    async store(drafts) {
      const { answers, changes } = await db.transaction(async (tx) => {
        const rows = await lockReacting(tx, drafts);
        const { outcomes, changes, now, ownOf } = reactInTurn(drafts, rows);
        await storeReactions(tx, now);
        const taken = now.filter(({ added }) => !added).map(({ id }) => ({ id }));
        if (taken.length > 0) await deferred.emit(tx, 'messages.sight-changed', taken);
        const changed = [...new Map(now.map((each) => [each.id, each])).values()];
        const stored = new Map((await summarizeReactions(tx, changed)).map((each) => [each.id, each]));
        const answers = outcomes.map((outcome, index): ReactingAnswer | HttpError => {
          if (!outcome || outcome instanceof HttpError) return outcome;
          const { kinds: counted, revision } = stored.get(outcome.id) ?? outcome;
          const own = ownOf(rows[index] as ReactingRow);
          const shown = outcome.isShown ? (counted ?? []) : [];
          const reactions = shown.map(({ emoji, count }) => ({ emoji, count, mine: own.has(emoji) }));
          return { body: { reactions, revision: messageIdOf(revision) }, userId: outcome.userId, stale: outcome.stale };
        });
        return { answers, changes };
      });
      if (changes.length > 0) announceNow(changes);
      if (changes.some(({ change }) => change.added)) jobs.wake('messages.tell-of-reactions');
      return answers;
    },
    committed: () => undefined,
    onError: (error) => log.error({ err: error }, "couldn't finish a reaction"),
  });
  return {
    async react(tokenHash, { id, emoji, added }) {
      const outcome = await batcher.add({ id: messageNumber(id) ?? 0, tokenHash, emoji, added });
      if (outcome instanceof HttpError) throw outcome;
      return outcome;
    },
  };
}

/** How many reactions one transaction announces. */
const notifiedAtOnce = 5000;

/** Announces reactions that nobody has been notified of. */
export async function tellOfReactions(
  { db, deferred }: Pick<Platform, 'db' | 'deferred'>,
  context: JobContext,
): Promise<void> {
  for (let count = notifiedAtOnce; count === notifiedAtOnce && !context.signal.aborted; ) {
    count = await db.transaction(async (tx) => {
      const untold = await takeUnnotified(tx, notifiedAtOnce);
      if (untold.length > 0) await deferred.handle('messages.reacted', untold, context);
      return untold.length;
    });
  }
}

/** How many messages one transaction changes. */
const batchSize = 200;

/** Removes all reactions of a deleted account. */
export async function forgetReactions(platform: Platform, userId: string, signal: AbortSignal): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    signal.throwIfAborted();
    count = await platform.db.transaction(async (tx) => {
      const messages = await listReactedTo(tx, userId, batchSize);
      const ids = messages.map(({ id }) => id);
      await lockChanges(
        tx,
        messages.map(({ room_id }) => room_id),
      );
      await deleteReactionsOf(tx, userId, ids);
      await summarizeReactions(tx, messages);
      await announceLater(
        platform,
        tx,
        ids.map((id) => ({ kind: 'reaction', id, added: false })),
      );
      return messages.length;
    });
  }
}

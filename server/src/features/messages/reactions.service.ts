import type { Clock } from '#platform/clock/clock.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import { HttpError, notFound } from '#platform/errors/errors.ts';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { announceLater, type ChangeableRooms, openAnnouncer } from './announce.service.ts';
import { lockChanges } from './changes.queries.ts';
import { noMessage } from './changes.service.ts';
import type {} from './messages.events.ts';
import { messageNumber } from './messages.rules.ts';
import {
  notEmoji,
  type Reacting,
  type ReactingAnswer,
  type ReactionsOutcome,
  Tally,
} from './reaction-tally.service.ts';
import {
  deleteReactionsOf,
  holdCallers,
  listReactedTo,
  listReacting,
  lockRoomsOf,
  storeReactions,
  summarizeReactions,
  takeUntold,
} from './reactions.queries.ts';
import { reactionAdder } from './reactions-add.queries.ts';
import { outcomeOfAdding } from './reactions-add.service.ts';

/** The calls about reactions to messages. */
export interface Reactions {
  /**
   * Gives a reaction or takes it back; what's so already stays so. Those that arrive at the same time are stored together.
   * @returns the message's reactions as the caller sees them, and its revision; undefined without a session
   * @throws {HttpError} 404 for a message the caller doesn't read, 422 for anything but a single emoji, a kind too many, and a message
   * that takes no reactions from them
   */
  react(tokenHash: Buffer, reaction: { id: string; emoji: string; added: boolean }): Promise<ReactingAnswer>;
}

/** Opens them. Once per process, because of the batcher. */
export function openReactions(platform: Platform, kinds: readonly ChangeableRooms[]): Reactions {
  const { clock, db, jobs, log } = platform;
  const { announceNow } = openAnnouncer(platform, kinds);
  const times = ascendingTimes(clock);
  const addAll = reactionAdder(kinds);

  /** For reactions of which none is taken back: one statement. Those to messages that somebody else changes meanwhile are left. */
  const add = async (drafts: readonly Reacting[]) => {
    const asked = drafts.map(({ emoji, ...draft }) => ({
      ...draft,
      emoji: notEmoji(emoji) === undefined ? emoji : null,
    }));
    return outcomeOfAdding(drafts, await addAll(db.writes, asked, times(drafts.length)));
  };

  /** For any, under the locks of the rooms. */
  const change = (drafts: readonly Reacting[]): Promise<ReactionsOutcome> =>
    db.transaction(async (tx) => {
      await holdCallers(
        tx,
        drafts.map(({ tokenHash }) => tokenHash),
      );
      await lockRoomsOf(
        tx,
        drafts.map(({ id }) => id),
      );
      const tally = new Tally(drafts, await listReacting(tx, kinds, drafts));
      const { messages } = tally;
      if (messages.length === 0) return tally.outcome([]);
      await storeReactions(tx, tally.toStore(times));
      return tally.outcome(await summarizeReactions(tx, messages));
    });

  const reactTogether = async (drafts: readonly Reacting[]): Promise<ReactionsOutcome['answers']> => {
    const finish = ({ answers, changes }: ReactionsOutcome) => {
      if (changes.length > 0) announceNow(changes);
      if (changes.some(({ change }) => change.added)) jobs.wake('messages.tell-of-reactions');
      return answers;
    };
    if (!drafts.every(({ added }) => added)) return finish(await change(drafts));
    const added = await add(drafts);
    const answers = finish(added);
    if (added.left.length > 0) for (const one of finish(await change(added.left))) answers.set(...one);
    return answers;
  };

  const batcher = createBatcher<Reacting, ReactingAnswer | HttpError>({
    async store(drafts) {
      const answers = await reactTogether(drafts);
      return drafts.map((draft) => (answers.has(draft) ? answers.get(draft) : notFound(noMessage)));
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

/** Gives out times in microseconds, several in a row, of which none comes twice: the order of a message's emoji follows from them. */
function ascendingTimes(clock: Clock): (count: number) => number {
  let next = 0;
  return (count) => {
    const first = Math.max(next, clock.now().getTime() * 1000);
    next = first + count;
    return first;
  };
}

/** What's passed on in one transaction. */
const toldAtOnce = { messages: 500, reactions: 5000 };

/** Passes on reactions that nobody has been told of. */
export async function tellOfReactions(
  { db, deferred }: Pick<Platform, 'db' | 'deferred'>,
  context: JobContext,
): Promise<void> {
  for (let mayBeMore = true; mayBeMore && !context.signal.aborted; ) {
    mayBeMore = await db.transaction(async (tx) => {
      const untold = await takeUntold(tx, toldAtOnce);
      if (untold.length > 0) await deferred.handle('messages.reacted', untold, context);
      const messages = new Set(untold.map(({ id }) => id)).size;
      return messages === toldAtOnce.messages || untold.length === toldAtOnce.reactions;
    });
  }
}

/** Messages changed in one transaction. */
const batchSize = 200;

/** Takes all reactions of an account back that's gone. */
export async function forgetReactions(platform: Platform, userId: string, signal: AbortSignal): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    signal.throwIfAborted();
    count = await platform.db.transaction(async (tx) => {
      const messages = await listReactedTo(tx, userId, batchSize);
      await lockChanges(
        tx,
        messages.map(({ room_id }) => room_id),
      );
      const ids = messages.map(({ id }) => id);
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

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
import { type Reacting, type ReactingAnswer, Tally } from './reaction-tally.service.ts';
import {
  addReactions,
  deleteReactionsOf,
  holdCallers,
  listReactedTo,
  listReacting,
  lockRoomsOf,
  reactingReader,
  storeReactions,
  summarizeReactions,
  takeUntold,
} from './reactions.queries.ts';

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

type Outcome = ReturnType<Tally['outcome']>;

/** Opens them. Once per process, because of the batcher. */
export function openReactions(platform: Platform, kinds: readonly ChangeableRooms[]): Reactions {
  const { clock, db, jobs, log } = platform;
  const { announceNow } = openAnnouncer(platform, kinds);
  const nextTime = ascendingTimes(clock);
  const readReacting = reactingReader(kinds);

  /** For reactions of which none is taken back: two round trips. Those to messages that somebody else changes meanwhile are left. */
  const add = async (drafts: readonly Reacting[]): Promise<Outcome> => {
    const tally = new Tally(drafts, await readReacting(db.hot, drafts));
    const isChanged = tally.messages.length > 0;
    return tally.outcome(isChanged ? await addReactions(db.writes, tally.toStore(nextTime), tally.summaries) : []);
  };

  /** For any, under the locks of the rooms. */
  const change = (drafts: readonly Reacting[]): Promise<Outcome> =>
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
      await storeReactions(tx, tally.toStore(nextTime));
      return tally.outcome(await summarizeReactions(tx, messages));
    });

  const reactTogether = async (drafts: readonly Reacting[]): Promise<Outcome['answers']> => {
    const finish = ({ answers, changes }: Outcome) => {
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

/** Times in microseconds, of which none comes twice: the order of a message's emoji follows from them. */
function ascendingTimes(clock: Clock): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, clock.now().getTime() * 1000);
    return last;
  };
}

/** Reactions passed on in one transaction. */
const toldAtOnce = 500;

/** Passes on reactions that nobody has been told of. */
export async function tellOfReactions(
  { db, deferred }: Pick<Platform, 'db' | 'deferred'>,
  context: JobContext,
): Promise<void> {
  for (let count = toldAtOnce; count === toldAtOnce && !context.signal.aborted; ) {
    count = await db.transaction(async (tx) => {
      const untold = await takeUntold(tx, toldAtOnce);
      if (untold.length > 0) await deferred.handle('messages.reacted', untold, context);
      return untold.length;
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

import { emoji as emojiShape, type Reaction } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { holdUsers } from '#features/accounts/public.ts';
import { fits, mostKinds } from '#features/reactions/public.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import type { Tx } from '#platform/database/database.ts';
import { goneOrHidden, HttpError, invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import type { DeferredEventMap } from '#platform/events/deferred.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { announceLater } from './announce.service.ts';
import { lockChanges, type MessageKey } from './changes.queries.ts';
import { noMessage, requireNone } from './changes.service.ts';
import { type FoundMessage, listGated } from './gates.queries.ts';
import type {} from './messages.events.ts';
import { messageIdOf, messageNumber, obstaclesToReacting } from './messages.rules.ts';
import {
  deleteReactionsOf,
  type GivenRow,
  listGiven,
  listReactedTo,
  listShownReactions,
  lockRoomsOf,
  type ReactionKey,
  storeReactions,
  summarizeReactions,
} from './reactions.queries.ts';
import type { ReportableRooms } from './rooms.queries.ts';

/** An emoji that somebody gives to a message or takes back. */
interface Reacting extends ReactionKey {
  /** False: it's taken back. */
  added: boolean;
}

interface Reacted {
  reactions: Reaction[];
  revision: string;
}

/** The calls about reactions to messages. */
export interface Reactions {
  /**
   * Gives a reaction or takes it back; what's so already stays so. Those that arrive at the same time share a transaction.
   * @returns the message's reactions as the caller sees them, and its revision
   * @throws {HttpError} 404 for a message the caller doesn't read, 422 for anything but a single emoji, a kind too many, and a message
   * that takes no reactions from them
   */
  react(session: Session, reaction: { id: string; emoji: string; added: boolean }): Promise<Reacted>;
}

/** Opens them. Once per process, because of the batcher. */
export function openReactions(platform: Platform, kinds: readonly ReportableRooms[]): Reactions {
  const { db, log } = platform;
  const batcher = createBatcher<Reacting, Reacted | HttpError>({
    store: (drafts) => db.transaction((tx) => reactTogether(platform, tx, kinds, drafts)),
    committed: () => undefined,
    onError: (error) => log.error({ err: error }, "couldn't finish a reaction"),
  });
  return {
    async react({ userId }, { id, emoji, added }) {
      const outcome = await batcher.add({ id: messageNumber(id) ?? 0, userId, emoji, added });
      if (outcome instanceof HttpError) throw outcome;
      return outcome;
    },
  };
}

async function reactTogether(
  platform: Platform,
  tx: Tx,
  kinds: readonly ReportableRooms[],
  drafts: readonly Reacting[],
): Promise<(Reacted | HttpError)[]> {
  const there = await holdUsers(tx, [...new Set(drafts.map(({ userId }) => userId))]);
  await lockRoomsOf(
    tx,
    drafts.map(({ id }) => id),
  );
  const found = await listGated(tx, kinds, drafts);
  const refused = drafts.map((draft, index) => attempt(() => requireReacting(there, found[index], draft)));
  const open = drafts.flatMap((draft, index) => {
    const message = found[index];
    return message && !refused[index] ? [{ draft, message, index }] : [];
  });
  if (open.length > 0) {
    const asked = open.map(({ draft }) => draft);
    const tally = new Tally(asked, await listGiven(tx, asked));
    for (const { draft, index } of open) refused[index] = attempt(() => tally.change(draft));
    const changed = tally.changes.map(({ id }) => id);
    await store(
      platform,
      tx,
      tally,
      open.flatMap(({ message }) => (changed.includes(message.id) ? [message] : [])),
    );
  }
  return await answersTo(tx, drafts, { found, refused });
}

/** @throws {HttpError} if somebody can't react to a message */
function requireReacting(there: ReadonlySet<string>, message: FoundMessage | undefined, draft: Reacting): void {
  if (!there.has(draft.userId)) throw unauthenticated();
  if (!message?.isReached || message.kind === null) throw goneOrHidden(message, noMessage);
  const given = emojiShape.safeParse(draft.emoji);
  if (!given.success) throw invalid({ emoji: given.error.issues[0]?.message ?? 'Choose a single emoji.' });
  if (draft.added) requireNone(obstaclesToReacting(message));
}

/** What it throws, if that's an answer; undefined: nothing. */
function attempt(work: () => void): HttpError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/** The reactions of some messages, while some are given and others taken back, one after another. */
class Tally {
  /** What changed, in order. */
  readonly changes: Reacting[] = [];
  readonly #counts = new Map<number, Map<string, number>>();
  /** Whether each reaction was there before, and is now. */
  readonly #keys = new Map<string, { key: ReactionKey; before: boolean; now: boolean }>();

  constructor(asked: readonly ReactionKey[], rows: readonly GivenRow[]) {
    for (const [index, { id, userId, emoji }] of asked.entries()) {
      const { kinds, own } = rows[index] ?? { kinds: null, own: [] };
      this.#counts.set(id, new Map(kinds?.map((kind) => [kind.emoji, kind.count])));
      const before = own.includes(emoji);
      this.#keys.set(`${id} ${userId} ${emoji}`, { key: { id, userId, emoji }, before, now: before });
    }
  }

  /** @throws {HttpError} 422 for a kind too many */
  change(reacting: Reacting): void {
    const { id, userId, emoji, added } = reacting;
    const state = this.#keys.get(`${id} ${userId} ${emoji}`);
    const counts = this.#counts.get(id);
    if (!state || !counts || state.now === added) return;
    if (added && !fits([...counts.keys()], emoji))
      throw invalid({ emoji: `A message takes at most ${mostKinds} kinds of emoji.` });
    const count = (counts.get(emoji) ?? 0) + (added ? 1 : -1);
    if (count > 0) counts.set(emoji, count);
    else counts.delete(emoji);
    state.now = added;
    this.changes.push(reacting);
  }

  /** The reactions that are there now and weren't before. */
  get given(): ReactionKey[] {
    return this.#those(({ before, now }) => now && !before);
  }

  /** The reactions that were there before and aren't now. */
  get taken(): ReactionKey[] {
    return this.#those(({ before, now }) => before && !now);
  }

  #those(isOne: (state: { before: boolean; now: boolean }) => boolean): ReactionKey[] {
    return [...this.#keys.values()].flatMap((state) => (isOne(state) ? [state.key] : []));
  }
}

async function store(platform: Platform, tx: Tx, tally: Tally, messages: readonly MessageKey[]): Promise<void> {
  const { changes, given, taken } = tally;
  if (changes.length === 0) return;
  await storeReactions(tx, { given, taken }, platform.clock.now());
  await summarizeReactions(tx, [...new Map(messages.map((message) => [message.id, message])).values()]);
  const events = changes.map(({ id, userId, emoji, added }): DeferredEventMap['messages.changed'] => ({
    ...{ kind: 'reaction', id, byId: userId, emoji, added },
  }));
  await announceLater(platform, tx, events);
  const reacted = changes.filter(({ added }) => added).map(({ id, userId }) => ({ id, userId }));
  if (reacted.length > 0) await platform.deferred.emit(tx, 'messages.reacted', reacted);
}

/** What each is answered, with what all of them changed. */
async function answersTo(
  tx: Tx,
  drafts: readonly Reacting[],
  { found, refused }: { found: readonly (FoundMessage | undefined)[]; refused: readonly (HttpError | undefined)[] },
): Promise<(Reacted | HttpError)[]> {
  const granted = drafts.filter((_, index) => !refused[index]);
  const rows = granted.length > 0 ? await listShownReactions(tx, granted) : [];
  let next = 0;
  return drafts.map((_, index) => {
    const refusal = refused[index];
    if (refusal) return refusal;
    const row = rows[next++];
    if (!row) return notFound(noMessage);
    const reactions = found[index]?.isShown ? (JSON.parse(row.reactions) as Reaction[]) : [];
    return { reactions, revision: messageIdOf(row.revision) };
  });
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

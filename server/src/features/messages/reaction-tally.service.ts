import { emoji as emojiShape, type Reaction } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { fits, mostKinds } from '#features/reactions/public.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { goneOrHidden, HttpError, invalid } from '#platform/errors/errors.ts';
import type { JustChanged } from './announce.service.ts';
import { noMessage, requireNone } from './changes.service.ts';
import { messageIdOf, obstaclesToReacting } from './messages.rules.ts';
import type { ChangedReactions, ReactedMessage, ReactingRow, ReactionAsked } from './reactions.queries.ts';

/** An emoji that somebody gives to a message or takes back. */
export interface Reacting extends ReactionAsked {
  /** False: it's taken back. */
  added: boolean;
}

/** The answer to that; undefined without a session. */
export type ReactingAnswer = SessionAnswer<{ reactions: Reaction[]; revision: string }>;

/** What became of some reactions. */
export interface ReactionsOutcome {
  /** An answer or a refusal for each. */
  answers: Map<Reacting, ReactingAnswer | HttpError>;
  /** What pages are told. */
  changes: JustChanged[];
}

/** Somebody with a session, and a message that they reach. */
export interface Found {
  userId: string;
  username: string;
  kind: number;
  message: ReactedMessage;
}

/** Emoji that were asked for: no more than there are. Telling what's one takes longer than most of the rest. */
const known = new Set<string>();

/** Why a text isn't a reaction; undefined: it's one. */
export function notEmoji(text: string): string | undefined {
  if (known.has(text)) return undefined;
  const given = emojiShape.safeParse(text);
  if (!given.success) return given.error.issues[0]?.message ?? 'Choose a single emoji.';
  known.add(text);
  return undefined;
}

/** @throws {HttpError} if somebody can't react to a message; undefined without a session */
export function requireReacting(row: ReactingRow | undefined, { emoji, added }: Reacting): Found | undefined {
  if (!row || row.user_id === null) return undefined;
  const { user_id: userId, username, id, ...rest } = row;
  const message = id === null ? undefined : { ...rest, id };
  if (!message?.isReached || message.kind === null) throw goneOrHidden(message, noMessage);
  const problem = notEmoji(emoji);
  if (problem !== undefined) throw invalid({ emoji: problem });
  if (added) requireNone(obstaclesToReacting(message));
  return { userId, username, kind: message.kind, message };
}

/** What pages are told of a reaction. */
export function changeOf(given: Found & Pick<Reacting, 'emoji' | 'added'>): JustChanged {
  const { userId: byId, username, kind, message, emoji, added } = given;
  return { change: { kind: 'reaction', id: message.id, byId, emoji, added }, roomId: message.room_id, kind, username };
}

const keyOf = (userId: string, messageId: number) => `${userId} ${messageId}`;

/** What somebody has given to a message, before and now. */
interface Given {
  userId: string;
  id: number;
  before: ReadonlySet<string>;
  now: Set<string>;
}

/** The reactions of some messages, while some are given and others taken back, one after another. */
export class Tally {
  /** What changed, in order. */
  readonly #changes: (Found & { emoji: string; added: boolean })[] = [];
  /** What each of them found, or why it isn't done. */
  readonly #found: (Found | HttpError | undefined)[];
  /** How often each message has each emoji, in the order in which they were first used. */
  readonly #counts = new Map<number, Map<string, number>>();
  readonly #given = new Map<string, Given>();
  readonly #drafts: readonly Reacting[];
  readonly #rows: readonly ReactingRow[];

  /** @param rows the one of each draft */
  constructor(drafts: readonly Reacting[], rows: readonly ReactingRow[]) {
    this.#drafts = drafts;
    this.#rows = rows;
    this.#found = drafts.map((draft, index) => this.#attempt(draft, rows[index]));
  }

  #attempt(draft: Reacting, row: ReactingRow | undefined): Found | HttpError | undefined {
    try {
      const found = requireReacting(row, draft);
      if (found) this.#change(found, draft);
      return found;
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  }

  /** @throws {HttpError} 422 for a kind too many */
  #change(found: Found, { emoji, added }: Reacting): void {
    const { counts, now } = this.#stateOf(found);
    if (now.has(emoji) === added) return;
    if (added && !fits([...counts.keys()], emoji))
      throw invalid({ emoji: `A message takes at most ${mostKinds} kinds of emoji.` });
    const count = (counts.get(emoji) ?? 0) + (added ? 1 : -1);
    if (count > 0) counts.set(emoji, count);
    else counts.delete(emoji);
    if (added) now.add(emoji);
    else now.delete(emoji);
    this.#changes.push({ ...found, emoji, added });
  }

  #stateOf({ userId, message: { id, kinds, own } }: Found) {
    const counts = this.#counts.get(id) ?? new Map(kinds?.map(({ emoji, count }) => [emoji, count]));
    this.#counts.set(id, counts);
    const key = keyOf(userId, id);
    const given = this.#given.get(key) ?? { userId, id, before: new Set(own), now: new Set(own) };
    this.#given.set(key, given);
    return { counts, now: given.now };
  }

  /** A message's reactions without anybody's own. */
  #of(id: number): Omit<Reaction, 'mine'>[] {
    return [...(this.#counts.get(id) ?? [])].map(([emoji, count]) => ({ emoji, count }));
  }

  #shownTo(userId: string, id: number): Reaction[] {
    const own = this.#given.get(keyOf(userId, id))?.now;
    return this.#of(id).map((each) => ({ ...each, mine: own?.has(each.emoji) === true }));
  }

  /** The messages that changed. */
  get messages(): ReactedMessage[] {
    return [...new Map(this.#changes.map(({ message }) => [message.id, message])).values()];
  }

  /**
   * What there's to store: reactions that weren't there before, those that aren't there now, and those of which somebody is told.
   * @param times gives out so many microseconds, and returns the first
   */
  toStore(times: (count: number) => number) {
    const those = (emojiOf: (given: Given) => string[]) =>
      [...this.#given.values()].flatMap((given) => {
        const { id, userId } = given;
        return emojiOf(given).map((emoji) => ({ id, userId, emoji }));
      });
    const given = those(({ before, now }) => [...now].filter((emoji) => !before.has(emoji)));
    const first = times(given.length);
    return {
      given: given.map((key, index) => ({ ...key, at: first + index })),
      taken: those(({ before, now }) => [...before].filter((emoji) => !now.has(emoji))),
      untold: this.#changes.flatMap(({ added, userId, message: { id, hasSender, isOwn } }) =>
        added && hasSender && !isOwn ? [{ id, userId }] : [],
      ),
    };
  }

  /**
   * An answer or a refusal for each draft, and what pages are told.
   * @param stored the changed messages as they are now
   */
  outcome(stored: readonly ChangedReactions[]): ReactionsOutcome {
    const revisions = new Map(stored.map(({ id, revision }) => [id, revision]));
    const answers = new Map<Reacting, ReactingAnswer | HttpError>();
    for (const [index, draft] of this.#drafts.entries()) {
      const found = this.#found[index];
      if (!found || found instanceof HttpError) {
        answers.set(draft, found);
        continue;
      }
      const { userId, message } = found;
      const reactions = message.isShown ? this.#shownTo(userId, message.id) : [];
      const revision = messageIdOf(revisions.get(message.id) ?? message.revision);
      answers.set(draft, { body: { reactions, revision }, userId, stale: this.#rows[index]?.stale === true });
    }
    return { answers, changes: this.#changes.map(changeOf) };
  }
}

import type { Conversation } from '@hubbub/contract/features/rooms/conversation.shapes.ts';
import type { SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import type { Position } from '#platform/cluster/bus.ts';
import { type Condition, eb, type Id, type Row, type Value } from '#platform/database/expressions.ts';
import type { JsonText } from '#platform/database/json.ts';
import type { HttpError } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { PayloadOf, Quotes, Realtime, SentEvent } from '#platform/realtime/realtime.ts';

/** A locked row of rooms, with the present ids of its members; null where a room has none of its own. */
export type LockedRoom = Row<'rooms'> & { readonly people: Value<string[]> };

/** What people are notified of in a room until they choose. */
export type Otherwise = 'all' | 'mentions';

/** A message of a room, on its way to people. */
export interface Delivered {
  roomId: string;
  /** Its number. */
  id: number;
  senderId: string;
  /** The contract's message. */
  payload: JsonText;
  /** Its quoted author, and the version for people who have blocked them. */
  quotes?: Quotes | undefined;
  /** The members who get it; none where a room has no members of its own. */
  people: readonly string[];
  /** People who don't get it, whatever rooms their sockets are in. */
  except?: readonly string[];
}

/** What a list shows of a room, besides what all kinds have. */
export interface ListedRow {
  request: boolean;
  away: boolean;
  apart: boolean;
  blocked: boolean;
  name: string | null;
  picture_path: string | null;
  newest_system: SystemLine | null;
}

/**
 * Everything that distinguishes one kind of room from another, in one file: who reads, writes, mentions everyone and moderates, and whose
 * sockets get what. All other code asks the room.
 *
 * To add a kind, write such an object in `<name>.kind.ts`, and add it to the list in `kinds.kind.ts`.
 */
export interface RoomKind {
  /** The value in the table. */
  name: string;
  /** Whether its messages can have threads. */
  hasThreads?: boolean;
  /** Whether people talk in it instead of writing: a call there rings nobody, and leaves nothing behind. */
  isVoice?: true;
  /** Whether it counts only for people who follow it, as everyone who writes in it does. */
  isFollowed?: true;
  /** Whether its people are its rows of room_members, so that it's in their lists; otherwise anybody who can read it may have a row. */
  hasMembers: boolean;
  /**
   * Whether it's for two people: older clients only list these, and when one account is deleted, the other person sees the deleted user.
   */
  isOfTwo?: true;
  /** Whether a person can read it. `member` is their row of room_members, null if there's none. */
  mayRead(room: Row<'rooms'>, member: Row<'room_members'>, person: Id): Condition;
  /** The present ids of its members, for a locked room. */
  people(room: Row<'rooms'>): Value<string[]>;
  /** Whether a person can write in it. Accounts made after `newcomersSince` are new; null: none are. */
  mayWrite(room: LockedRoom, person: Id, newcomersSince: Value<Date>): Condition;
  /** Whether a person is exempt from slow mode. Left out: the kind has no slow mode. */
  skipsSlowMode?(room: Row<'rooms'>, person: Id): Condition;
  /** Whether a person may mention everyone in it. */
  mayMentionEveryone(room: Row<'rooms'>, person: Id): Condition;
  /** Whether somebody who can read it may forward its messages to rooms outside its community. */
  mayForward(room: Row<'rooms'>, person: Id): Condition;
  /** Whether somebody who can read it may pin messages for everyone there. */
  mayPin(room: Row<'rooms'>, person: Id): Condition;
  /** Whether a person sees removed messages in it. */
  oversees(room: Row<'rooms'>, person: Id): Condition;
  /** What happens when a member takes it out of their list: they delete its content for themselves, or leave it. */
  leaving?: 'clears' | 'ends';
  /** Whether people who can read it may write or change anything. */
  isOpen(room: Row<'rooms'>): Condition;
  /** Whether messages are hidden from people who blocked their sender. */
  hidesBlocked: boolean;
  /** Whether a first message by a writer waits for a person to accept it. */
  asksFirst?(person: Id, writer: Id): Condition;
  /** What people are notified of until they choose. */
  notify: Otherwise;
  /** Whether it's muted for people who haven't chosen otherwise. */
  isMuted?(room: Row<'rooms'>, person: Id): Condition;
  /** How it counts as unread: as one, or by the number of its messages. */
  countsAs: 'conversations' | 'channels' | 'threads';
  /** Whether lists include what its members have read, and who's online; where there are many, only the room itself does. */
  listsDetails?: true;
  /** Its name in a person's archive. `member` is their row of room_members, null if there's none. */
  nameFor(room: Row<'rooms'>, member: Row<'room_members'>, person: Id): Value<string>;
  /** The contract's other fields of one. */
  view?(row: ListedRow): Partial<Conversation>;
  /** Sockets that show it are in the socket room with this prefix and its id. */
  prefix: string;
  /** The prefix of its members' socket rooms, in which they see each other's presence. Left out: they don't. */
  lookingPrefix?: string;
  /** Whether typing is only shared between sockets that show it. Otherwise its members learn that somebody is writing wherever they are. */
  showsTyping: 'where-shown' | 'to-members';
  /** Sends a stored message, in its order. */
  deliver(realtime: Realtime, message: Delivered, order: Position): void;
  /** Sends a message that has changed. */
  announce(realtime: Realtime, message: Delivered): void;
  /** Whether many people may get its messages. Left out: it has few members. */
  hasSubscribers?(realtime: Realtime, roomId: string): boolean;
  /** Sends something to its members' sockets, wherever they are. */
  tell<N extends SentEvent>(realtime: Realtime, userIds: readonly string[], event: N, payload: PayloadOf<N>): void;
  /** Notifies a person's devices up to where they've read, and how much is left. */
  tellRead(
    realtime: Realtime,
    userId: string,
    read: { roomId: string; readId: number; unread: number; lastId: number },
  ): void;
  /** After a message was refused, tries to remove the obstacle. @returns whether to try again */
  admit?(platform: Platform, tokenHash: Buffer, roomId: string): Promise<boolean>;
  /** The error for somebody who may know about it but may not write there. */
  explainRefusal?(platform: Platform, tokenHash: Buffer, roomId: string): Promise<HttpError | undefined>;
}

/** One of the two people of a conversation: null once their account is gone. */
export const inPair = ({ pair }: Row<'rooms'>, which: 1 | 2): Id => sql<string>`(${pair})[${sql.lit(which)}]`;

/** The other person of the two. */
export const otherInPair = (room: Row<'rooms'>, person: Id): Id =>
  eb
    .case()
    .when(eb(inPair(room, 1), '=', person))
    .then(inPair(room, 2))
    .else(inPair(room, 1))
    .end();

/** The `pair` column for two people's conversation. */
export const pairOf = (one: Id, other: Id): Value<string[]> =>
  sql<string[]>`array[least(${one}, ${other}), greatest(${one}, ${other})]`;

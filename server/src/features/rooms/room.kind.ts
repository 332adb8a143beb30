import type { Conversation } from '@hubbub/contract/features/rooms/conversation.shapes.ts';
import type { SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import type { Position } from '#platform/cluster/bus.ts';
import { type Condition, eb, type Id, type Row, type Value } from '#platform/database/expressions.ts';
import type { JsonText } from '#platform/database/json.ts';
import type { HttpError } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { PayloadOf, Quotes, Realtime, SentEvent } from '#platform/realtime/realtime.ts';

/** A row of rooms that's locked, with the ids of its members as they are now; null where it has none of its own. */
export type LockedRoom = Row<'rooms'> & { readonly people: Value<string[]> };

/** How much of a room people are notified of until they choose. */
export type Otherwise = 'all' | 'mentions';

/** Something of a room's that its people get. */
export interface Delivered {
  roomId: string;
  /** Its number. */
  id: number;
  senderId: string;
  /** The contract's message. */
  payload: JsonText;
  /** Who it quotes, and what people who hide them get. */
  quotes?: Quotes | undefined;
  /** Those of the room's members who get it; none where a room has no members of its own. */
  people: readonly string[];
  /** People who don't get it, whatever room their sockets are in. */
  except?: readonly string[];
}

/** What a list says of a room besides what it says of all. */
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
 * What tells one kind of room from another, in one file: who reads, writes, mentions everyone and oversees, and whose sockets get what.
 * Everything else asks the room.
 *
 * To add a kind, write such an object in `<name>.kind.ts`, and add it to the list in `kinds.kind.ts`.
 */
export interface RoomKind {
  /** As in the table. */
  name: string;
  /** Whether its messages can have threads. */
  hasThreads?: boolean;
  /** Whether people talk in it instead of writing: a call there rings nobody, and leaves nothing behind. */
  isVoice?: true;
  /** Whether it counts only for those who follow it, as whoever writes in it does. */
  isFollowed?: true;
  /** Whether its people are its rows of room_members, so that it's in their lists; otherwise anybody who reads it may have a row. */
  hasMembers: boolean;
  /** Whether it's of two people: clients that know of nothing else list it, and whoever is left alone in it sees a deleted account. */
  isOfTwo?: true;
  /** Whether a person reads it. `member` is their row of room_members, null if there's none. */
  mayRead(room: Row<'rooms'>, member: Row<'room_members'>, person: Id): Condition;
  /** The ids of its members as they are now, for a room that's locked. */
  people(room: Row<'rooms'>): Value<string[]>;
  /** Whether a person writes in it. Accounts made after `newcomersSince` are new; null: none are. */
  mayWrite(room: LockedRoom, person: Id, newcomersSince: Value<Date>): Condition;
  /** Whether slow mode doesn't hold a person up. Left out: the kind has no slow mode. */
  skipsSlowMode?(room: Row<'rooms'>, person: Id): Condition;
  /** Whether a person may mention everyone in it. */
  mayMentionEveryone(room: Row<'rooms'>, person: Id): Condition;
  /** Whether somebody who reads it may forward what's said there to other rooms than its community's. */
  mayForward(room: Row<'rooms'>, person: Id): Condition;
  /** Whether somebody who reads it pins messages for everyone there. */
  mayPin(room: Row<'rooms'>, person: Id): Condition;
  /** Whether a person sees what was removed from it. */
  oversees(room: Row<'rooms'>, person: Id): Condition;
  /** What a member does who takes it out of their list: delete what's in it so far for themselves, or leave it. */
  leaving?: 'clears' | 'ends';
  /** Whether it takes anything new from those who read it. */
  isOpen(room: Row<'rooms'>): Condition;
  /** Whether messages are hidden from people who blocked their sender. */
  hidesBlocked: boolean;
  /** Whether a first message by a writer waits for a person to accept it. */
  asksFirst?(person: Id, writer: Id): Condition;
  /** How much of it people are notified of until they choose. */
  notify: Otherwise;
  /** Whether it's muted for people who haven't chosen otherwise. */
  isMuted?(room: Row<'rooms'>, person: Id): Condition;
  /** Where it counts among what's unread: as one, or with the number of its messages. */
  countsAs: 'conversations' | 'channels' | 'threads';
  /** Whether lists say what its members have read, and who's online; where many are, only the room itself does. */
  listsDetails?: true;
  /** What it's called in a person's archive. `member` is their row of room_members, null if there's none. */
  nameFor(room: Row<'rooms'>, member: Row<'room_members'>, person: Id): Value<string>;
  /** What else the contract says of one. */
  view?(row: ListedRow): Partial<Conversation>;
  /** The sockets that show it are in the room with this prefix and its id. */
  prefix: string;
  /** The rooms of its members' sockets, by the prefix before their ids, in which they look at each other. Left out: they don't. */
  lookingPrefix?: string;
  /** Whether people write in it only while they show it. Otherwise its members learn that somebody is writing wherever they are. */
  showsTyping: 'where-shown' | 'to-members';
  /** Sends a stored message, in its order. */
  deliver(realtime: Realtime, message: Delivered, order: Position): void;
  /** Sends a message that has changed. */
  announce(realtime: Realtime, message: Delivered): void;
  /** Whether many may get what's sent. Left out: it has few members. */
  hasSubscribers?(realtime: Realtime, roomId: string): boolean;
  /** Sends something to its members' sockets, wherever they are. */
  tell<N extends SentEvent>(realtime: Realtime, userIds: readonly string[], event: N, payload: PayloadOf<N>): void;
  /** Tells a person's devices up to where they've read, and how much is left. */
  tellRead(
    realtime: Realtime,
    userId: string,
    read: { roomId: string; readId: number; unread: number; lastId: number },
  ): void;
  /** After a message was refused, does what it takes to let it through. @returns whether to try again */
  admit?(platform: Platform, tokenHash: Buffer, roomId: string): Promise<boolean>;
  /** Why somebody may not write in it who may know of it. */
  explainRefusal?(platform: Platform, tokenHash: Buffer, roomId: string): Promise<HttpError | undefined>;
}

/** One of the two people of a conversation: null once their account is gone. */
export const inPair = ({ pair }: Row<'rooms'>, which: 1 | 2): Id => sql<string>`(${pair})[${sql.lit(which)}]`;

/** The other of the two. */
export const otherInPair = (room: Row<'rooms'>, person: Id): Id =>
  eb
    .case()
    .when(eb(inPair(room, 1), '=', person))
    .then(inPair(room, 2))
    .else(inPair(room, 1))
    .end();

/** The `pair` of two people's conversation. */
export const pairOf = (one: Id, other: Id): Value<string[]> =>
  sql<string[]>`array[least(${one}, ${other}), greatest(${one}, ${other})]`;

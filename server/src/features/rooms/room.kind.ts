import type { Conversation } from '@hubbub/contract/features/messages/conversation.shapes.ts';
import type { SystemLine } from '@hubbub/contract/features/messages/messages.shapes.ts';
import type { Place } from '#platform/cluster/bus.ts';
import type { HttpError } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { JsonText, PayloadOf, Quotes, Realtime, SentEvent } from '#platform/realtime/realtime.ts';

/** How much of a room people are told who haven't chosen. */
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
 * Everything else asks the room. Conditions are SQL: `room` is a row of rooms, a person an expression whose value is an id.
 *
 * To add a kind, write such an object in `<name>.kind.ts`, and add it to the list in `kinds.kind.ts`.
 */
export interface RoomKind {
  /** As in the table. */
  name: string;
  /** Whether its people are its rows of room_members, so that it's in their lists; otherwise anybody who reads it may have a row. */
  hasMembers: boolean;
  /** Whether it's of two people: clients that know of nothing else list it, and whoever is left alone in it sees a deleted account. */
  isOfTwo?: true;
  /** Whether a person reads it. `member` is their row of room_members, null if there's none. */
  mayRead(room: string, member: string, person: string): string;
  /** An expression: the ids of its members as they are now, for a room that's locked. */
  people(room: string): string;
  /**
   * Whether a person writes in it: `room` is locked, and has `people`, too. Accounts made after `newcomersSince` are new; null: none are.
   */
  mayWrite(room: string, person: string, newcomersSince: string): string;
  /** Whether a person may mention everyone in it. */
  mayMentionEveryone(room: string, person: string): string;
  /** Whether a person sees what was removed from it. */
  oversees(room: string, person: string): string;
  /** What a member does who takes it out of their list: delete what's in it so far for themselves, or leave it. */
  leaving?: 'clears' | 'ends';
  /** Whether it takes anything new from those who read it. */
  isOpen(room: string): string;
  /** Whether messages are hidden from people who blocked their sender. */
  hidesBlocked: boolean;
  /** Whether a first message by a writer waits for a person to accept it. */
  asksFirst?(person: string, writer: string): string;
  /** How much of it people are told who haven't chosen. */
  notify: Otherwise;
  /** Where it counts among what's unread: as one, or with the number of its messages. */
  countsAs: 'conversations' | 'channels';
  /** Whether lists say what its members have read, and who's online; where many are, only the room itself does. */
  listsDetails?: true;
  /** An expression: what it's called in a person's archive. `member` is their row of room_members, null if there's none. */
  nameFor(room: string, member: string, person: string): string;
  /** What else the contract says of one. */
  view?(row: ListedRow): Partial<Conversation>;
  /** The sockets that show it are in the room with this prefix and its id. */
  prefix: string;
  /** The rooms of its members' sockets, by the prefix before their ids, in which they look at each other. Left out: they don't. */
  lookingPrefix?: string;
  /** Whether people write in it only while they show it. Otherwise its members learn that somebody is writing wherever they are. */
  showsTyping: 'where-shown' | 'to-members';
  /** Sends a stored message, in its order. */
  deliver(realtime: Realtime, message: Delivered, order: Place): void;
  /** Sends a message that has changed. */
  announce(realtime: Realtime, message: Delivered): void;
  /** Whether many may get what's sent. Left out: it has few members. */
  isHeard?(realtime: Realtime, roomId: string): boolean;
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

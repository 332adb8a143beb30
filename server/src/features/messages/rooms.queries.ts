import { isOnTeam } from '#features/site/public.ts';
import type { Audience } from '#features/texts/public.ts';

/** When a statement's new messages are stored, for `RoomSql`: an expression. */
export const storedAt = '$1::timestamptz';

/** The SQL for a kind of room; public.ts explains how to write it. */
export interface RoomSql {
  /** Unique across the product; part of the statements' names. */
  name: string;
  /** A select of the existing rooms in `draft`, locked, ordered by `id`; has at least the column `id`. */
  lockedRooms: string;
  /** A condition on `draft` (`user_id` is the sender) and `room`, a row of `lockedRooms`: whether the sender may write there. */
  mayWrite: string;
  /** More WITH queries, each `name as (…)`: what else changes along with the messages in `added`. */
  changes?: readonly string[];
  /** An expression on `room` whose value `deliver` gets as `extra`; null for none. */
  extra?: string;
  /**
   * A select with at most one row, for the person `session.user_id` and the room whose id is the expression `room`: no row if the
   * person may not read it. Its column `since` is an id: the person can read what comes after it; 0 for everything.
   */
  readable: (room: string) => string;
  /** A condition: whether a person may mention everyone in a room; both are expressions whose values are ids. */
  mayMentionEveryone?: (room: string, userId: string) => string;
  /** A condition: whether a person may see what was removed from a room; both are expressions whose values are ids. */
  oversees?: (room: string, userId: string) => string;
  /** A condition: whether a room takes anything new; an expression whose value is its id. Left out: always, from whoever reads it. */
  isOpen?: (room: string) => string;
  /**
   * A condition on `added`, a new message, and `room`: whether there may be somebody else who takes pushes and wants one for every message.
   * A job then finds out whom to tell. Left out: there's nobody.
   */
  mayBePushed?: string;
  /** Rooms with more than two people: whether messages of this sender, whose id is an expression, are hidden from `session.user_id`. */
  hidden?: (senderId: string) => string;
}

/** Whether the caller may see a removed message of a kind of room: its sender, the site's team, and whoever oversees the room. */
export const seesRemovedIn = (kind: RoomSql, messages: string) =>
  `(${messages}.sender_id = session.user_id or ${isOnTeam('session.user_id')}${
    kind.oversees ? ` or ${kind.oversees(`${messages}.room_id`, 'session.user_id')}` : ''
  })`;

/** Who may be mentioned in a room of a kind: whoever may read it. */
export const audienceOf = (kind: RoomSql): Audience => ({
  name: kind.name,
  sees: `exists (select from (select users.id as user_id) session cross join lateral (${kind.readable('$3::uuid')}) readable)`,
  mayMentionEveryone: (authorId) => kind.mayMentionEveryone?.('$3::uuid', authorId) ?? 'false',
});

/** Who may be mentioned in a message that's there already: whoever may read the room from before that message on. */
export const audienceOfEdits = (kind: RoomSql): Audience => ({
  name: `${kind.name}-edits`,
  sees: `exists (select from messages cross join (select users.id as user_id) session
    cross join lateral (${kind.readable('messages.room_id')}) readable
    where messages.id = $3::bigint and messages.id > readable.since)`,
  mayMentionEveryone: (authorId) =>
    kind.mayMentionEveryone?.('(select messages.room_id from messages where messages.id = $3::bigint)', authorId) ??
    'false',
});

/** A kind of room whose messages can be reported. */
export interface ReportableRooms {
  sql: RoomSql;
  /** SQL: the id of the community that a room belongs to; null for none. `room` is an expression whose value is the room's id. */
  communityOf: (room: string) => string;
}

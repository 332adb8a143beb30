import { type RawBuilder, sql } from 'kysely';
import { notApart } from '#features/relations/public.ts';
import type { Db } from '#platform/database/database.ts';
import { row, type Value } from '#platform/database/expressions.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import { sessionOf, viewer } from '#platform/database/session-statement.ts';
import { mediaIdsOf } from './attachments.queries.ts';
import type { MessageGates } from './messages.rules.ts';
import { byKind, hidesFrom, isOpen, oversees, pinsIn, readable, seesRemoved } from './rooms.access.ts';

/** What somebody may do with a message, whether or not they can read it. */
export interface GatedMessage extends Omit<MessageGates, 'isOverseer'> {
  id: number;
  room_id: string;
  /** The room's. Null: there's no such room anymore. */
  kind: string | null;
  sender_id: string;
  /** False: the sender's account was deleted. */
  hasSender: boolean;
  /** Whether the person can read its room at all. */
  isInside: boolean;
  /** It's from after the person joined the room, or cleared it. */
  isReached: boolean;
  /** It wasn't removed, or the person still sees it. */
  isShown: boolean;
}

/** A message, and whether a person may read it. */
export interface FoundMessage extends GatedMessage, MessageGates {
  community_id: string | null;
  /** It has a picture, which is the last of its files. */
  hasImage: boolean;
  /** Its original author. */
  author_id: string;
  /** They've blocked its sender, so it's hidden from them there. */
  isHidden: boolean;
  /** Whether they may forward it out of its community. */
  isForwarder: boolean;
  /** Whether they pin messages in its room. */
  isPinner: boolean;
  isPinned: boolean;
  content: string;
  /** Its picture and files. */
  media_ids: string[];
}

/** A person and a requested message: FROM items, `session.user_id` and `messages` among them. */
const askedByPerson = (viewerId: string, id: number) =>
  sql`(select ${viewerId}::uuid as user_id) session join messages on messages.id = ${id}::bigint`;

/** Pairs of a session and a requested message, with their `ordinality` from 1; either may not exist. */
const askedBySessions = (ids: Value<number[]>, tokens: Value<Buffer[]>) =>
  sql`unnest(${ids}, ${tokens}) with ordinality asked (id, token_hash, ordinality)
    left join lateral ${sessionOf(sql.ref<Buffer>('asked.token_hash'))} session on true
    left join messages on messages.id = asked.id and session.user_id is not null`;

const messages = row('messages');
const room = row('rooms', 'room');
const isInside = sql<boolean>`inside.since is not null`;

/** @param more more columns of `messages`, its `room` and `session` */
const gated = <Row>(asked: RawBuilder<unknown>, more: RawBuilder<unknown>) =>
  sql<Row>`select messages.id, messages.room_id, messages.sender_id, room.kind,
    exists (select from users where users.id = messages.sender_id) as "hasSender",
    ${isInside} as "isInside", coalesce(messages.id > inside.since, false) as "isReached",
    ${isInside} and (messages.removal is null or ${seesRemoved(room, viewer, messages.sender_id)}) as "isShown",
    messages.sender_id = session.user_id as "isOwn", ${isInside} and ${isOpen(room)} as "isOpen",
    messages.deleted_at is not null as "isDeleted", messages.removal is not null as "isRemoved",
    messages.system is not null as "isSystem", ${notApart(viewer, messages.sender_id)} as "isNotApart", ${more}
  from ${asked} left join rooms room on room.id = messages.room_id
    left join lateral ${readable(messages.room_id, viewer)} inside on true`;

/**
 * The messages `ids` for the sessions `tokens`, pairwise. One row per pair, in order and `asked`; without the message if there's none, or
 * no session.
 * @param more more columns of `messages` and `session`
 */
export const gatedBySessions = <Row>(ids: Value<number[]>, tokens: Value<Buffer[]>, more: RawBuilder<unknown>) =>
  sql<Row>`${gated(askedBySessions(ids, tokens), more)} order by asked.ordinality`;

/** A single message for one person. Undefined: there's no such message. */
export async function findGated(db: Db, id: number, viewerId: string): Promise<FoundMessage | undefined> {
  const more = sql`room.community_id, ${isInside} and ${oversees(room, viewer)} as "isOverseer",
    ${isInside} and ${byKind(room, (kind) => kind.mayForward(room, viewer))} as "isForwarder",
    ${hidesFrom(room, viewer, messages.sender_id)} as "isHidden", coalesce(messages.forwarded_from, messages.sender_id) as author_id,
    messages.media_id is not null as "hasImage",
    ${isInside} and ${pinsIn(room, viewer)} as "isPinner", messages.pinned_at is not null as "isPinned", messages.content,
    ${mediaIdsOf(messages)} as media_ids`;
  const { rows } = await executePrepared(db, gated<FoundMessage>(askedByPerson(viewerId, id), more));
  return rows[0];
}

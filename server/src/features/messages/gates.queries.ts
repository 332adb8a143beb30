import { sql } from 'kysely';
import { notApart } from '#features/relations/public.ts';
import type { Db } from '#platform/database/database.ts';
import { arrayOf, executePrepared } from '#platform/database/prepared.ts';
import { mediaIdsOf } from './attachments.queries.ts';
import type { MessageGates } from './messages.rules.ts';
import { type ReportableRooms, seesRemovedIn } from './rooms.queries.ts';

/** A message as somebody finds it who may or may not read it. */
export interface FoundMessage extends MessageGates {
  id: number;
  room_id: string;
  /** Which of the kinds the room is of. Null: none the person reads. */
  kind: number | null;
  sender_id: string;
  /** False: the sender's account was deleted. */
  hasSender: boolean;
  content: string;
  /** Its picture and files. */
  media_ids: string[];
  community_id: string | null;
  /** Whether the person reads its room at all. */
  isInside: boolean;
  /** It isn't from before the person's part of the room begins. */
  isReached: boolean;
  /** It wasn't removed, or the person sees it all the same. */
  isShown: boolean;
}

/** Somebody who wants something of a message. */
export interface MessageAsked {
  id: number;
  userId: string;
}

/** The message of each, in their order; undefined: there's no such message. */
export async function listGated(
  db: Db,
  kinds: readonly ReportableRooms[],
  asked: readonly MessageAsked[],
): Promise<(FoundMessage | undefined)[]> {
  const room = 'messages.room_id';
  const inRooms = kinds.map(
    (
      { sql: kind, communityOf },
      index,
    ) => `select ${index} as kind, readable.since, ${communityOf(room)} as community_id,
        (messages.removal is null or ${seesRemovedIn(kind, 'messages')}) as shown,
        ${kind.oversees?.(room, 'session.user_id') ?? 'false'} as oversees, ${kind.isOpen?.(room) ?? 'true'} as open
      from (${kind.readable(room)}) readable`,
  );
  const { rows } = await executePrepared(
    db,
    sql<FoundMessage & { place: number }>`select asked.place::int,
      messages.id, messages.room_id, messages.sender_id, messages.content, ${sql.raw(mediaIdsOf('messages'))} as media_ids, inside.kind, inside.community_id,
      exists (select from users where users.id = messages.sender_id) as "hasSender",
      inside.since is not null as "isInside", coalesce(messages.id > inside.since, false) as "isReached",
      coalesce(inside.shown, false) as "isShown", messages.sender_id = session.user_id as "isOwn",
      coalesce(inside.oversees, false) as "isOverseer", coalesce(inside.open, false) as "isOpen",
      messages.deleted_at is not null as "isDeleted", messages.removal is not null as "isRemoved",
      messages.system is not null as "isSystem",
      ${sql.raw(notApart('session.user_id', 'messages.sender_id'))} as "isNotApart"
    from unnest(${arrayOf(
      asked.map(({ id }) => id),
      'bigint',
    )}, ${arrayOf(
      asked.map(({ userId }) => userId),
      'uuid',
    )})
        with ordinality asked (id, user_id, place)
      cross join lateral (select asked.user_id) session
      join messages on messages.id = asked.id
      left join lateral (${sql.raw(inRooms.join(' union all '))}) inside on true`,
  );
  const found = new Map(rows.map(({ place, ...message }) => [place, message]));
  return asked.map((_, index) => found.get(index + 1));
}

/** A single one. Undefined: there's no such message. */
export async function findGated(
  db: Db,
  kinds: readonly ReportableRooms[],
  id: number,
  viewerId: string,
): Promise<FoundMessage | undefined> {
  const [message] = await listGated(db, kinds, [{ id, userId: viewerId }]);
  return message;
}

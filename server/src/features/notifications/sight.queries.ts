import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { type RawBuilder, sql } from 'kysely';
import { markIn } from '#features/rooms/public.ts';
import { array, arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Db, Pipeline } from '#platform/database/database.ts';
import { builder, row } from '#platform/database/expressions.ts';
import { lockOrder } from './drafts.queries.ts';
import { isShown } from './notifications.access.ts';
import { type AskedRow, byTypes, type OnesOf, statementsByType } from './notifications.queries.ts';

/** Selects notifications that somebody may no longer see, or may see again. */
export type Sight =
  /** All of theirs. */
  | { userIds: readonly string[] }
  /** All of theirs, for those of them who have a role on the site. */
  | { teamIds: readonly string[] }
  /** The ones they caused, and the ones about their posts. */
  | { actorId: string }
  | { postIds: readonly string[] }
  /** Votes for posts. */
  | { votedIds: readonly string[] }
  | { commentIds: readonly string[] }
  | { messageIds: readonly number[] }
  /** The ones about things in a room, for one person. */
  | { rooms: readonly { userId: string; roomId: string }[] }
  /** The ones about a community, or things in it; for one person, or for everybody. */
  | { communityId: string; userId?: string | undefined }
  | { reportIds: readonly string[] }
  | { decisionIds: readonly string[] }
  /** The ones with these keys. */
  | { keys: readonly { userId: string; type: NotificationType; subject: string }[] }
  /** The ones that weren't checked since the first version that withdraws any. */
  | { isUnasked: true };

const among = (column: string, ids: readonly unknown[], type: string) =>
  sql<boolean>`${sql.ref(column)} = any(${array(ids, type)})`;

/** The condition for those, on a row `own` of notifications. Arrays, not `in`: in an `or`, only they let PostgreSQL use an index. */
function conditionOf(sight: Sight): RawBuilder<boolean> {
  if ('userIds' in sight) return among('own.user_id', sight.userIds, 'uuid');
  if ('teamIds' in sight)
    return sql`own.user_id = any(array(select team.id from users team
      where team.id = any(${[...sight.teamIds]}::uuid[]) and team.site_role is not null))`;
  if ('actorId' in sight)
    return sql`(own.actors @> array[${sight.actorId}]::uuid[]
      or own.post_id = any(array(select posts.id from posts where posts.author_id = ${sight.actorId})))`;
  if ('postIds' in sight) return among('own.post_id', sight.postIds, 'uuid');
  if ('votedIds' in sight)
    return sql`(own.user_id, own.type, own.subject) in (
      select posts.author_id, 'vote', posts.id::text from posts where posts.id = any(${[...sight.votedIds]}::uuid[]))`;
  if ('commentIds' in sight)
    return sql`(own.comment_id = any(${[...sight.commentIds]}::uuid[])
      or own.comment_id = any(array(
        select answer.id from comments answer where answer.reply_to = any(${[...sight.commentIds]}::uuid[]))))`;
  if ('messageIds' in sight) return among('own.message_id', sight.messageIds, 'bigint');
  if ('rooms' in sight) {
    const [userIds, roomIds] = [sight.rooms.map(({ userId }) => userId), sight.rooms.map(({ roomId }) => roomId)];
    return sql`(own.user_id, coalesce(own.channel_id, own.conversation_id)) in (
      select * from unnest(${userIds}::uuid[], ${roomIds}::uuid[]))`;
  }
  if ('reportIds' in sight) return among('own.report_id', sight.reportIds, 'uuid');
  if ('decisionIds' in sight)
    return sql`(own.decision_id = any(${[...sight.decisionIds]}::uuid[])
      or own.report_id = any(array(
        select reports.id from reports where reports.decision_id = any(${[...sight.decisionIds]}::uuid[]))))`;
  if ('isUnasked' in sight) return sql`own.withdrawn is null`;
  if ('communityId' in sight) {
    const { communityId, userId } = sight;
    return sql`own.community_id = ${communityId} ${userId === undefined ? sql`` : sql`and own.user_id = ${userId}`}`;
  }
  const { keys } = sight;
  const columns = [keys.map((key) => key.userId), keys.map((key) => key.type), keys.map((key) => key.subject)] as const;
  return sql`own.withdrawn and (own.user_id, own.type, own.subject) in (
    select * from unnest(${columns[0]}::uuid[], ${columns[1]}::text[], ${columns[2]}::text[]))`;
}

/** A page of them, after a given one. */
export async function listSeen(
  db: Db,
  sight: Sight,
  after: { user_id: string; id: string },
  max: number,
): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`select own.user_id, own.id, own.type, own.withdrawn from notifications own
    where ${conditionOf(sight)} and (own.user_id, own.id) > (${after.user_id}, ${after.id})
    order by own.user_id, own.id limit ${sql.lit(max)}`.execute(db);
  return rows;
}

const shownStatements = statementsByType<OnesOf, Pick<AskedRow, 'user_id' | 'id'>>(
  'notifications-seen',
  (type, { userIds, ids }) =>
    builder
      .selectFrom('notifications')
      .innerJoin(
        unnest('asked', { user_id: arrayOf<string>(userIds, 'uuid'), id: arrayOf<string>(ids, 'uuid') }),
        (on) => on.onRef('asked.user_id', '=', 'notifications.user_id').onRef('asked.id', '=', 'notifications.id'),
      )
      .select(['notifications.user_id', 'notifications.id'])
      .where(isShown(row('notifications'), type)),
);

const keyOf = ({ user_id, id }: Pick<AskedRow, 'user_id' | 'id'>) => `${user_id} ${id}`;

/** The ones among these whose stored `withdrawn` is wrong, with the right value. */
export async function listWrong(pipeline: Pipeline, asked: readonly AskedRow[]): Promise<AskedRow[]> {
  const found = await byTypes(pipeline, shownStatements, asked, (those) => ({
    userIds: those.map(({ user_id }) => user_id),
    ids: those.map(({ id }) => id),
  }));
  const shown = new Set(found.map(keyOf));
  return asked.flatMap((row) =>
    row.withdrawn === !shown.has(keyOf(row)) ? [] : [{ ...row, withdrawn: !shown.has(keyOf(row)) }],
  );
}

/** Withdraws notifications, or shows them again unchanged. */
export async function setWithdrawn(db: Db, rows: readonly AskedRow[]): Promise<void> {
  await sql`with held as materialized (
      select own.user_id, own.id, given.withdrawn from notifications own
        join unnest(${rows.map(({ user_id }) => user_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
          ${rows.map(({ withdrawn }) => withdrawn)}::boolean[]) given (user_id, id, withdrawn)
          on own.user_id = given.user_id and own.id = given.id
      order by ${lockOrder('own')} for no key update of own
    )
    update notifications set withdrawn = held.withdrawn from held
    where notifications.user_id = held.user_id and notifications.id = held.id`.execute(db);
}

/** Somebody who has read a room up to a message. */
export interface ReadRoom {
  userId: string;
  roomId: string;
  mark: number;
}

/** Marks mentions in rooms as read, together with the room. @returns whose they were */
export async function readMentionsIn(db: Db, read: readonly ReadRoom[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`with held as materialized (
      select own.user_id, own.id from notifications own
        join unnest(${read.map(({ userId }) => userId)}::uuid[], ${read.map(({ roomId }) => roomId)}::uuid[],
          ${read.map(({ mark }) => mark)}::bigint[]) given (user_id, room_id, mark)
          on own.user_id = given.user_id and own.message_id <= given.mark
          and coalesce(own.channel_id, own.conversation_id) = given.room_id
      where own.type = 'mention' and not own.read
      order by ${lockOrder('own')} for no key update of own
    )
    update notifications set read = true from held
    where notifications.user_id = held.user_id and notifications.id = held.id
    returning notifications.user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** The same for new mentions whose room has been read meanwhile. */
export async function readMentionsReadThere(db: Db, made: readonly { userId: string; id: string }[]): Promise<void> {
  await sql`update notifications set read = true
    from unnest(${made.map(({ userId }) => userId)}::uuid[], ${made.map(({ id }) => id)}::uuid[]) given (user_id, id)
    where notifications.user_id = given.user_id and notifications.id = given.id and notifications.message_id is not null
      and notifications.message_id <=
        ${markIn(sql`coalesce(notifications.channel_id, notifications.conversation_id)`, sql.ref('notifications.user_id'))}`.execute(
    db,
  );
}

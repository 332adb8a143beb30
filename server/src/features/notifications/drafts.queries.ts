import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { arrayOf, executePrepared } from '#platform/database/prepared.ts';

/** Something to tell somebody. */
export interface Draft {
  userId: string;
  id: string;
  type: NotificationType;
  subject: string;
  /** Who did it; null: nobody in particular. */
  actorId: string | null;
  postId?: string | null;
  commentId?: string | null;
  communityId?: string | null;
  channelId?: string | null;
  conversationId?: string | null;
  messageId?: number | null;
  roleId?: string | null;
  reportId?: string | null;
  decisionId?: string | null;
  createdAt: Date;
}

/** Keeps accounts from being deleted until the transaction ends. @returns the ids of those that are there */
export async function holdPeople(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await executePrepared(
    tx,
    sql<{
      id: string;
    }>`select users.id from users where users.id = any(${arrayOf([...new Set(userIds)], 'uuid')}::uuid[])
    order by users.id for key share`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The most actors that are stored. */
const mostActors = 20;

/** A notification that was just made. */
export type Made = Pick<Draft, 'userId' | 'id' | 'type'>;

/** What a notification about the same thing is: there's one of each. */
const keyOf = ({ userId, type, subject }: Pick<Draft, 'userId' | 'type' | 'subject'>): string =>
  `${userId} ${type} ${subject}`;

/** The columns of a draft that are stored as they're given, with what PostgreSQL gets. */
const draftColumns: readonly [name: string, type: string, of: (draft: Draft) => unknown][] = [
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
  ['type', 'text', ({ type }) => type],
  ['subject', 'text', ({ subject }) => subject],
  ['post_id', 'uuid', ({ postId }) => postId ?? null],
  ['comment_id', 'uuid', ({ commentId }) => commentId ?? null],
  ['community_id', 'uuid', ({ communityId }) => communityId ?? null],
  ['channel_id', 'uuid', ({ channelId }) => channelId ?? null],
  ['conversation_id', 'uuid', ({ conversationId }) => conversationId ?? null],
  ['message_id', 'bigint', ({ messageId }) => messageId ?? null],
  ['role_id', 'uuid', ({ roleId }) => roleId ?? null],
  ['report_id', 'uuid', ({ reportId }) => reportId ?? null],
  ['decision_id', 'uuid', ({ decisionId }) => decisionId ?? null],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
];

const draftNames = sql.raw(draftColumns.map(([name]) => name).join(', '));

/** Drafts of which no two are about the same. @returns the keys of those that changed something */
async function upsertEach(tx: Tx, drafts: readonly Draft[]): Promise<string[]> {
  const columns = draftColumns.map(([, type, of]) => arrayOf(drafts.map(of), type));
  const actors = arrayOf(
    drafts.map(({ actorId }) => actorId),
    'uuid',
  );
  const { rows } = await executePrepared(
    tx,
    sql<{
      user_id: string;
      type: NotificationType;
      subject: string;
    }>`insert into notifications as kept (${draftNames}, actors)
    select ${draftNames}, array_remove(array[given.actor_id], null)
    from unnest(${sql.join([...columns, actors])}) with ordinality given (${draftNames}, actor_id, place) order by given.place
    on conflict (user_id, type, subject) do update set
      id = excluded.id, created_at = excluded.created_at, read = false,
      actors = case when kept.read then excluded.actors else (excluded.actors || kept.actors)[1:${sql.lit(mostActors)}] end,
      more = case when kept.read then 0 else kept.more + (cardinality(kept.actors) >= ${sql.lit(mostActors)})::int end
    where not kept.actors @> excluded.actors
    returning user_id, type, subject`,
  );
  return rows.map(({ user_id: userId, type, subject }) => keyOf({ userId, type, subject }));
}

/**
 * Stores notifications, one after the other, or adds to those about the same subject, which move up. One that was read begins anew. Without
 * anything new nothing changes. @returns those that are new or changed
 */
export async function upsertNotifications(tx: Tx, drafts: readonly Draft[]): Promise<Made[]> {
  const made = new Map<string, Made>();
  for (let left = drafts; left.length > 0; ) {
    // A statement can't change one row twice.
    const now = new Map<string, Draft>();
    const later: Draft[] = [];
    for (const draft of left) {
      if (now.has(keyOf(draft))) later.push(draft);
      else now.set(keyOf(draft), draft);
    }
    for (const key of await upsertEach(tx, [...now.values()])) {
      const draft = now.get(key);
      if (draft) made.set(key, { userId: draft.userId, id: draft.id, type: draft.type });
    }
    left = later;
  }
  return [...made.values()];
}

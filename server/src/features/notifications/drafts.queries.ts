import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Tx } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import type { NewId } from '#platform/ids.ts';

/** Something to tell somebody. */
export interface Draft {
  userId: string;
  type: NotificationType;
  subject: string;
  /** Who did it, the latest first; none: nobody in particular. */
  actors: readonly string[];
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

/** The most actors that are stored. */
const mostActors = 20;

/** A draft as it's stored. */
interface Row extends Draft {
  id: string;
}

/** A notification that was just made. */
export type Made = Pick<Row, 'userId' | 'id' | 'type'>;

/** What a notification about the same thing is: there's one of each. */
const keyOf = ({ userId, type, subject }: Pick<Draft, 'userId' | 'type' | 'subject'>): string =>
  `${userId} ${type} ${subject}`;

/** The columns that are stored as they're given, with what PostgreSQL gets. */
const draftColumns: readonly [name: string, type: string, of: (row: Row) => unknown][] = [
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

const draftNames = sql.join(draftColumns.map(([name]) => sql.ref(name)));

/** The order in which everybody locks several notifications, so that nobody deadlocks; of a row of them. */
export const lockOrder = (row: string): RawBuilder<unknown> =>
  sql.join(['user_id', 'type', 'subject'].map((name) => sql.ref(`${row}.${name}`)));

/** Who of a draft isn't among those who are stored, in their order. */
const newActors = sql`array(select new.actor from unnest(excluded.actors) with ordinality new (actor, ordinality)
  where new.actor <> all(kept.actors) order by new.ordinality)`;

/** Drafts of which no two are about the same, each by few enough. @returns the keys of those that changed something */
async function upsertEach(tx: Tx, rows: readonly Row[]): Promise<string[]> {
  const columns = draftColumns.map(([, type, of]) => arrayOf(rows.map(of), type));
  // PostgreSQL has no arrays of arrays of different lengths.
  const actors = arrayOf(
    rows.map(({ actors: each }) => `{${each.join()}}`),
    'text',
  );
  const { rows: changed } = await executePrepared(
    tx,
    sql<{
      user_id: string;
      type: NotificationType;
      subject: string;
    }>`insert into notifications as kept (${draftNames}, actors)
    select ${draftNames}, given.actors::uuid[]
    from unnest(${sql.join([...columns, actors])}) given (${draftNames}, actors) order by ${lockOrder('given')}
    on conflict (user_id, type, subject) do update set
      id = excluded.id, created_at = excluded.created_at, read = false, withdrawn = false,
      actors = case when kept.read then ${newActors}
        else (${newActors} || kept.actors)[1:${sql.lit(mostActors)}] end,
      more = case when kept.read then 0 else kept.more
        + greatest(0, cardinality(kept.actors) + cardinality(${newActors}) - ${sql.lit(mostActors)}) end
    where not kept.actors @> excluded.actors
    returning user_id, type, subject`,
  );
  return changed.map(({ user_id: userId, type, subject }) => keyOf({ userId, type, subject }));
}

/** The same drafts with those about the same in one, as far as it can hold the people, in the order of the last about each. */
function merge(drafts: readonly Draft[]): Draft[] {
  const merged = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const same = merged.get(keyOf(draft)) ?? [];
    merged.delete(keyOf(draft));
    merged.set(keyOf(draft), same);
    const before = same.at(-1)?.actors ?? [];
    const actors = [...draft.actors.filter((actor) => !before.includes(actor)), ...before];
    if (same.length > 0 && actors.length <= mostActors) same.splice(-1, 1, { ...draft, actors });
    else same.push(draft);
  }
  return [...merged.values()].flat();
}

/**
 * Stores notifications, one after the other, or adds to those about the same subject, which move up. One that was read begins anew. Without
 * anything new nothing changes. @returns those that are new or changed
 */
export async function upsertNotifications(tx: Tx, drafts: readonly Draft[], newId: NewId): Promise<Made[]> {
  const made = new Map<string, Made>();
  // All get their ids before any is stored: the rest of one by very many mustn't come after what's later.
  for (let left: Row[] = merge(drafts).map((draft) => ({ ...draft, id: newId() })); left.length > 0; ) {
    // A statement can't change one row twice.
    const now = new Map<string, Row>();
    const later: Row[] = [];
    for (const draft of left) {
      if (now.has(keyOf(draft))) later.push(draft);
      else now.set(keyOf(draft), draft);
    }
    const changed = new Set(await upsertEach(tx, [...now.values()]));
    for (const [key, { userId, id, type }] of now) if (changed.has(key)) made.set(key, { userId, id, type });
    left = later;
  }
  return [...made.values()];
}

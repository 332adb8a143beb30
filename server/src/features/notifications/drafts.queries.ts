import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Tx } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import type { NewId } from '#platform/ids.ts';

/** A notification to store. */
export interface Draft {
  userId: string;
  type: NotificationType;
  subject: string;
  /** Who did it, the latest first; empty: nobody in particular. */
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

/** A notification that was just stored. */
export type Made = Pick<Row, 'userId' | 'id' | 'type'>;

/** The key of a notification: a person has one about each subject. */
const keyOf = ({ userId, type, subject }: Pick<Draft, 'userId' | 'type' | 'subject'>): string =>
  `${userId} ${type} ${subject}`;

/** The stored columns, with their PostgreSQL types. */
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

/** The order in which all code locks several notifications, to avoid deadlocks; for the columns of a row. */
export const lockOrder = (row: string): RawBuilder<unknown> =>
  sql.join(['user_id', 'type', 'subject'].map((name) => sql.ref(`${row}.${name}`)));

/** The actors of a draft that aren't stored yet, in order. */
const newActors = sql`array(select new.actor from unnest(excluded.actors) with ordinality new (actor, ordinality)
  where new.actor <> all(kept.actors) order by new.ordinality)`;

/** Stores drafts, no two of them with the same key, and each with few enough actors. @returns the keys of those that changed something */
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

/** Merges drafts with the same key, as far as one can hold all actors, in the order of the last draft of each. */
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
 * Stores notifications in order, or adds to existing ones about the same subject, which move to the top. A read one starts over. If nothing
 * is new, nothing changes. @returns those that are new or changed
 */
export async function upsertNotifications(tx: Tx, drafts: readonly Draft[], newId: NewId): Promise<Made[]> {
  const made = new Map<string, Made>();
  // All ids are assigned first: a notification about very many actors is stored in several steps, and mustn't end up after later ones.
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

import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { Mention } from './mentions.rules.ts';

/** Pairs of a mentioned person and the one who mentions them, each once. */
const pairsOf = (mentions: readonly Mention[]) => [
  ...new Map(mentions.map(({ userId, actorId }) => [`${userId} ${actorId}`, { userId, actorId }])).values(),
];

/**
 * The notifications of these people since a moment about mentions by the same people. Until the transaction ends, nobody else can add any,
 * so that two simultaneous jobs don't both use up the last of the limit.
 */
export async function listMentions(tx: Tx, mentions: readonly Mention[], since: Date): Promise<Mention[]> {
  const pairs = pairsOf(mentions);
  const keys = pairs.map(({ userId, actorId }) => `mentions ${userId} ${actorId}`);
  await sql`select pg_advisory_xact_lock(each.key) from (
      select distinct hashtextextended(given, 0) as key from unnest(${keys}::text[]) given order by 1
    ) each`.execute(tx);
  const userIds = pairs.map(({ userId }) => userId);
  const actorIds = pairs.map(({ actorId }) => actorId);
  const { rows } = await sql<{ user_id: string; actor_id: string; subject: string }>`
    select pair.user_id, pair.actor_id, told.subject
    from unnest(${userIds}::uuid[], ${actorIds}::uuid[]) pair (user_id, actor_id)
      join notifications told on told.user_id = pair.user_id and told.type = 'mention'
        and told.created_at > ${since} and told.actors @> array[pair.actor_id]`.execute(tx);
  return rows.map(({ user_id, actor_id, subject }) => ({ userId: user_id, actorId: actor_id, subject }));
}

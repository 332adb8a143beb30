import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import { responsibleFor } from './communities.access.ts';
import { findCommunity, findCommunityById } from './communities.queries.ts';
import { mayKnowOf } from './communities.rules.ts';
import { findMember } from './members.queries.ts';

/** The id of a community by its handle. */
export async function communityIdOf(db: Db, handle: string): Promise<string | undefined> {
  return (await findCommunity(db, handle))?.id;
}

/** The id of a community that a person may know about, by its handle. */
export async function knownCommunityId(db: Db, handle: string, viewerId: string): Promise<string | undefined> {
  const community = await findCommunity(db, handle);
  if (!community) return undefined;
  const isMember = (await findMember(db, community.id, viewerId)) !== undefined;
  return mayKnowOf(community, { isMember }) ? community.id : undefined;
}

/** Whether everybody may know about a community. */
export async function isPublic(db: Db, id: string): Promise<boolean> {
  return (await findCommunityById(db, id))?.visibility === 'public';
}

/** The person responsible for a community; null: nobody. */
export async function findResponsible(db: Db, communityId: string): Promise<string | null> {
  const found = await db
    .selectFrom('communities')
    .select(responsibleFor(row('communities').id, sql`null`).$asScalar().as('user_id'))
    .where('id', '=', communityId)
    .executeTakeFirst();
  return found?.user_id ?? null;
}

/** Handles of communities by id. */
export async function handlesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('communities').select(['id', 'handle']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, handle }) => [id, handle]));
}

/** What moderators see of communities. */
export async function listByIds(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; handle: string; name: string }[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('communities').select(['id', 'handle', 'name']).where('id', 'in', ids).execute();
}

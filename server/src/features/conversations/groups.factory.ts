import type { Platform } from '#platform/platform.ts';
import { insertGroup, insertMembers } from './group-members.queries.ts';
import { groupIdFrom } from './groups.rules.ts';

/** A group without messages, whose first member owns it. @returns its id */
export async function createGroupOf(
  { db, clock, newId }: Platform,
  { memberIds, name = null }: { memberIds: readonly [string, ...string[]]; name?: string | null },
): Promise<string> {
  const id = groupIdFrom(newId());
  const now = clock.now();
  await db.transaction(async (tx) => {
    await insertGroup(tx, { id, name, owner_id: memberIds[0], created_at: now, active_at: now });
    await insertMembers(tx, id, memberIds, 0);
  });
  return id;
}

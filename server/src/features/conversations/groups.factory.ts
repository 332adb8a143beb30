import { insertRoom } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { groupKind, insertMembers } from './groups.queries.ts';

/** A group without messages, whose first member owns it. @returns its id */
export async function createGroupOf(
  { db, clock, newId }: Platform,
  { memberIds, name = null }: { memberIds: readonly [string, ...string[]]; name?: string | null },
): Promise<string> {
  const id = newId();
  await db.transaction(async (tx) => {
    await insertRoom(tx, { id, kind: groupKind, name, owner_id: memberIds[0], created_at: clock.now() });
    await insertMembers(tx, id, memberIds, 0);
  });
  return id;
}

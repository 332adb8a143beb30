import { findShowing } from '#features/relations/public.ts';
import { notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Caller } from '#platform/realtime/realtime.ts';
import { isInGroup } from './group-members.queries.ts';
import { findOutsiders } from './groups.queries.ts';
import { groupPrefix, markAllRead, noGroup, roomOfGroup } from './groups.service.ts';

/** A member's socket shows a group, and so its person has read it. @throws {HttpError} 404 */
export async function joinGroup(platform: Platform, caller: Caller, id: string): Promise<void> {
  const { realtime, db } = platform;
  await realtime.learnHidden(caller.userId);
  realtime.setQuiet(caller.userId, (await findShowing(db.hot, caller.userId)) === undefined);
  await caller.joinIf(roomOfGroup(id), async () => {
    if (!(await isInGroup(db.kysely, id, caller.userId))) throw notFound(noGroup);
  });
  caller.takeDirect();
  await markAllRead(platform, caller.userId, id);
}

/** Asks again who may be in groups' rooms, whenever this process may have missed that they left. */
export function registerGroupsRealtime({ realtime, db }: Platform): void {
  realtime.recheck(groupPrefix, (held) => findOutsiders(db.hot, held));
}

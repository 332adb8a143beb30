import { rekeyPath } from '#features/media/public.ts';
import { lockRoom, updateRoom } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { listOpenPictures } from './groups.queries.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Moves pictures of groups that an earlier version stored as public to new paths. */
    'conversations.hide-pictures': Record<string, never>;
  }
}

/** Moves pictures of groups that an earlier version stored as public to private paths. */
async function hidePictures(platform: Platform): Promise<void> {
  for (const { id } of await listOpenPictures(platform.db.kysely)) {
    await platform.db.transaction(async (tx) => {
      const group = await lockRoom(tx, id);
      if (!group?.picture_path) return;
      await updateRoom(tx, id, { picture_path: await rekeyPath(platform, tx, group.picture_path, 'private') });
    });
  }
}

export function defineGroupPictures(platform: Platform): void {
  platform.jobs.define('conversations.hide-pictures', () => hidePictures(platform), { every: '* * * * *' });
}

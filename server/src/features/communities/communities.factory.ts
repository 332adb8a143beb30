import type { Platform } from '#platform/platform.ts';
import { storeCommunity } from './communities.service.ts';

/** A community with its creator as the only member; anything left out is made up. @returns its id and handle */
export async function createCommunityOf(
  platform: Platform,
  given: { creatorId: string; handle: string; name?: string },
): Promise<{ id: string; handle: string }> {
  const { handle, creatorId, name = handle } = given;
  const id = platform.newId();
  await platform.db.transaction((tx) =>
    storeCommunity(platform, tx, { id, handle, name, creatorId, profile_path: null }),
  );
  return { id, handle };
}

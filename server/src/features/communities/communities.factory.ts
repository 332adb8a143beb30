import type { Platform } from '#platform/platform.ts';
import { storeCommunity } from './settings.service.ts';

/** A community with its creator as the only member; anything left out is made up. @returns its id and handle */
export async function createCommunityOf(
  platform: Platform,
  given: {
    creatorId: string;
    handle: string;
    name?: string;
    visibility?: 'public' | 'private';
    description?: string;
    members_may_post?: boolean;
  },
): Promise<{ id: string; handle: string }> {
  const { handle, name = handle, visibility = 'public', description = '', members_may_post = false } = given;
  const details = { handle, name, visibility, description, members_may_post, creatorId: given.creatorId };
  const id = platform.newId();
  await platform.db.transaction((tx) => storeCommunity(platform, tx, { id, ...details, profile_path: null }));
  return { id, handle };
}

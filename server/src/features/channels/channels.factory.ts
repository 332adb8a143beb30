import type { Platform } from '#platform/platform.ts';
import { channelKinds, insertChannel } from './channels.queries.ts';

/** A channel for members with certain roles; anything left out is made up. @returns its id */
export async function createChannelOf(
  platform: Platform,
  given: { communityId: string; roles: string[]; name?: string; kind?: keyof typeof channelKinds },
): Promise<string> {
  const id = platform.newId();
  const { communityId, roles, name = `channel ${id}`, kind = 'text' } = given;
  return await platform.db.transaction((tx) =>
    insertChannel(tx, {
      id,
      community_id: communityId,
      name,
      roles,
      kind: channelKinds[kind],
      created_at: platform.clock.now(),
    }),
  );
}

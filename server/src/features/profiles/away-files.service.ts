import { lockUser } from '#features/accounts/public.ts';
import { rekeyPath } from '#features/media/public.ts';
import { placeFilesOf } from '#features/posts/public.ts';
import type { Platform } from '#platform/platform.ts';
import { holdAway, insertAwayFiles, listUnhidden, takeAwayFiles, updatePicture } from './away-files.queries.ts';

/*
 * While somebody is away, the files of their posts and their picture are private, even for people who know the earlier paths: they get
 * private paths, and public ones again when the person returns. Files sent in messages stay, like the messages.
 */

/** How many people are handled at a time. */
const batchSize = 100;

/** Makes somebody's picture private if they're away. @returns whether it wasn't yet */
async function hidePicture(platform: Platform, userId: string): Promise<boolean> {
  return await platform.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await holdAway(tx, userId))) return false;
    const { profile_path: path } = user;
    const hidden = path && (await rekeyPath(platform, tx, path, 'private'));
    if (!(await insertAwayFiles(tx, { user_id: userId, profile_path: hidden }))) return false;
    if (path !== null) await updatePicture(tx, userId, null);
    return true;
  });
}

/** Makes somebody's files private while they're away, or public again. It's safe to run again at any time. */
export async function placeFiles(platform: Platform, userId: string): Promise<void> {
  await hidePicture(platform, userId);
  await placeFilesOf(platform, userId, (tx) => holdAway(tx, userId));
}

/** The same for people who left on an earlier version. */
export async function placeUnhidden(platform: Platform): Promise<void> {
  for (const userId of await listUnhidden(platform.db.kysely, batchSize)) await placeFiles(platform, userId);
}

/** The feature's reactions to people who leave and return. */
export function subscribeProfiles(platform: Platform): void {
  const { events, jobs } = platform;

  events.on('account.left', async (tx, { userId }) => {
    await jobs.add(tx, 'profiles.place-files', { userId });
  });

  events.on('account.returned', async (tx, { userId }) => {
    const files = await takeAwayFiles(tx, userId);
    const path = files?.profile_path;
    if (path) await updatePicture(tx, userId, await rekeyPath(platform, tx, path, 'public'));
    await jobs.add(tx, 'profiles.place-files', { userId });
  });
}

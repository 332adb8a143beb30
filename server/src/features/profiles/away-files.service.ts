import { lockUser } from '#features/accounts/public.ts';
import { rekeyPath } from '#features/media/public.ts';
import { placeFilesOf } from '#features/posts/public.ts';
import type { Platform } from '#platform/platform.ts';
import { holdAway, insertAwayFiles, listUnhidden, takeAwayFiles, updatePicture } from './away-files.queries.ts';

/*
 * The files in somebody's posts and their picture are out of reach while they're away, for whoever knows the paths from before, too:
 * they get private paths, and public ones again when the person is back. What they sent in messages stays, as the messages do.
 */

/** People handled at a time. */
const batchSize = 100;

/** Takes somebody's picture out of reach if they're away. @returns whether it wasn't yet */
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

/** Puts somebody's files where they belong now: out of reach while they're away. It's safe to run again at any time. */
export async function placeFiles(platform: Platform, userId: string): Promise<void> {
  await hidePicture(platform, userId);
  await placeFilesOf(platform, userId, (tx) => holdAway(tx, userId));
}

/** The same for those who left on an earlier version. */
export async function placeUnhidden(platform: Platform): Promise<void> {
  for (const userId of await listUnhidden(platform.db.kysely, batchSize)) await placeFiles(platform, userId);
}

/** How profiles react to people who leave and come back. */
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

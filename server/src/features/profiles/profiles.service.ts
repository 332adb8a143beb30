import { personNameFault } from '@hubbub/contract/platform/names.ts';
import { lockUser, noUser, type UserRow } from '#features/accounts/public.ts';
import {
  attachMedia,
  cancelMedia,
  discardMediaByPath,
  type MediaPart,
  type ReceivedMedia,
  receiveMedia,
} from '#features/media/public.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import { lastPossibleId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findProfile, readOwnProfile, readProfile, updateProfile as updateProfileRow } from './profiles.queries.ts';
import { changedProfile, filledProfile, type ProfileForm } from './profiles.rules.ts';
import { type Profile, viewProfile } from './profiles.view.ts';

/**
 * A person, by username in any case, and a page of their posts, in one round trip.
 * @param page `size` 1 to 50, or 300 for clients that don't send one; `before`: the previous page's last post
 * @throws {HttpError} 404 for an unknown person
 */
export async function getProfile(
  { db }: Platform,
  tokenHash: Buffer,
  page: { username: string; size: number; before?: string | undefined },
): Promise<SessionAnswer<Profile>> {
  const { username, size, before = lastPossibleId } = page;
  return answerWith(await readProfile(size)(db.reads, tokenHash, { username, before }), ({ person, user_id: userId }) =>
    viewProfile(orNotFound(person, noUser), { userId }),
  );
}

/** The caller and their `size` newest posts, in one round trip. */
export async function getOwnProfile(
  { db }: Platform,
  tokenHash: Buffer,
  size: number,
): Promise<SessionAnswer<Profile>> {
  const row = await readOwnProfile(size)(db.reads, tokenHash, { before: lastPossibleId });
  return answerWith(row, ({ person, user_id: userId }) => viewProfile(orNotFound(person, noUser), { userId }));
}

/**
 * Changes the caller's name, bio and picture, and deletes a replaced or removed picture.
 * @param readForm reads the form, passes on the picture as it arrives, and returns the validated texts
 * @throws {HttpError} whatever `readForm` and `receiveMedia` throw; nothing is changed then
 */
export async function updateProfile(
  platform: Platform,
  session: Session,
  readForm: (takeFile: (part: MediaPart) => Promise<void>) => Promise<ProfileForm>,
): Promise<UserRow> {
  const received: ReceivedMedia[] = [];
  try {
    const form = await readForm(async (part) => {
      received.push(await receiveMedia(platform, part, { ownerId: session.userId, purpose: 'profile' }));
    });
    return await platform.db.transaction(async (tx) => {
      const before = await lockUser(tx, session.userId);
      if (!before) throw unauthenticated();
      const [picture] = received;
      if (picture) await attachMedia(platform, tx, [picture.id]);
      const after = changedProfile(before, form, picture?.path);
      // A name from before the present rules stays.
      const fault = after.name === before.name ? undefined : personNameFault(after.name ?? '');
      if (fault !== undefined) throw invalid({ name: fault });
      if (before.profile_path !== null && before.profile_path !== after.profile_path) {
        await discardMediaByPath(platform, tx, [before.profile_path]);
      }
      return await updateProfileRow(tx, before.id, after);
    });
  } catch (error) {
    await cancelMedia(
      platform,
      received.map(({ id }) => id),
    );
    throw error;
  }
}

/**
 * Fills in the parts of a profile that a person hasn't set.
 * @param takePicture receives a picture; called only if there's none
 */
export async function fillProfile(
  platform: Platform,
  userId: string,
  {
    name,
    bio,
    takePicture,
  }: { name: string | null; bio: string; takePicture: () => Promise<ReceivedMedia | undefined> },
): Promise<void> {
  const { db } = platform;
  const found = await findProfile(db.kysely, userId);
  const picture = found?.profile_path === null ? await takePicture() : undefined;
  const isTaken = await db.transaction(async (tx) => {
    const before = await lockUser(tx, userId);
    if (!before) return false;
    const after = filledProfile(before, { name: name?.trim() || null, bio, profile_path: picture?.path ?? null });
    const takes = picture !== undefined && after.profile_path === picture.path;
    if (takes) await attachMedia(platform, tx, [picture.id]);
    await updateProfileRow(tx, userId, after);
    return takes;
  });
  if (picture && !isTaken) await cancelMedia(platform, [picture.id]);
}

import {
  type Community,
  confirmHandle,
  permission,
  type Visibility,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { nameFault } from '@hubbub/contract/platform/names.ts';
import { lockUser } from '#features/accounts/public.ts';
import {
  attachMedia,
  cancelMedia,
  discardMediaByPath,
  hideUploads,
  type MediaPart,
  type ReceivedMedia,
  receiveMedia,
  rekeyPath,
} from '#features/media/public.ts';
import { noCommunity } from '#features/posts/public.ts';
import { type Tx, uniqueViolation } from '#platform/database/database.ts';
import { conflict, goneOrHidden, invalid, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import {
  type CommunityRow,
  deleteCommunities,
  findCommunity,
  insertCommunity,
  lockCommunity,
  lockCommunityById,
  selectForMember,
  updateCommunity as updateCommunityRow,
} from './communities.queries.ts';
import { announceAccess, announceChange, announceEnd } from './communities.realtime.ts';
import {
  becomesPrivate,
  type CommunityDetails,
  type CommunityForm,
  changedCommunity,
  isConfirmed,
  isReservedHandle,
  mayEditCommunity,
  mayKnowOf,
  mayPost,
} from './communities.rules.ts';
import { viewCommunity } from './communities.view.ts';
import { findMemberIn, type MemberFacts } from './members.queries.ts';
import { listOpenPictures } from './pictures.queries.ts';
import { lacksPermission } from './roles.service.ts';

const handleTaken = () => conflict({ handle: 'This handle is taken. Choose another one.' });

/** The form for a new community. */
interface NewCommunity {
  name: string;
  handle: string;
  members_may_post: boolean;
  visibility: Visibility;
  description: string;
}

type ReadForm<F> = (takeFile: (part: MediaPart) => Promise<void>) => Promise<F>;

/** Reads a form with a picture, and deletes the picture if `work` fails. */
async function withPicture<F, T>(
  platform: Platform,
  communityId: string,
  readForm: ReadForm<F>,
  work: (form: F, picture: ReceivedMedia | undefined) => Promise<T>,
): Promise<T> {
  const received: ReceivedMedia[] = [];
  try {
    const form = await readForm(async (part) => {
      // It belongs to the community, not the person: it stays when its sender's account is deleted.
      received.push(await receiveMedia(platform, part, { ownerId: communityId, purpose: 'profile' }));
    });
    return await work(form, received[0]);
  } catch (error) {
    await cancelMedia(
      platform,
      received.map(({ id }) => id),
    );
    throw uniqueViolation(error) === 'communities_handle_unique' ? handleTaken() : error;
  }
}

/**
 * Creates a community with the roles admin and user, both given to the caller.
 * @param readForm reads the form, passes on the picture as it arrives, and returns the validated texts
 * @throws {HttpError} 409 if the handle is taken, and whatever `readForm` and `receiveMedia` throw; nothing is left behind then
 */
export async function createCommunity(
  platform: Platform,
  session: Session,
  readForm: ReadForm<NewCommunity>,
): Promise<Community> {
  const id = platform.newId();
  const created = await withPicture(platform, id, readForm, async (form, picture) => {
    if (isReservedHandle(form.handle)) throw handleTaken();
    if (picture && form.visibility === 'private') await hideUploads(platform, [picture]);
    return await platform.db.transaction(async (tx) => {
      if (!(await lockUser(tx, session.userId))) throw unauthenticated();
      const [file] = picture ? await attachMedia(platform, tx, [picture.id]) : [];
      await storeCommunity(platform, tx, {
        id,
        creatorId: session.userId,
        handle: form.handle,
        name: form.name.trim(),
        profile_path: file?.path ?? null,
        visibility: form.visibility,
        description: form.description.trim(),
        members_may_post: form.members_may_post,
      });
      return await selectForMember(tx, id);
    });
  });
  announceAccess(platform, created, session.userId);
  return viewCommunity({ ...created, joined: true, can_post: true, banned: false });
}

/** A new community's rows. */
export async function storeCommunity(
  { clock, newId }: Platform,
  tx: Tx,
  {
    members_may_post,
    ...community
  }: Omit<CommunityRow, 'created_at'> & {
    creatorId: string;
    members_may_post: boolean;
  },
): Promise<void> {
  await insertCommunity(
    tx,
    { ...community, created_at: clock.now(), adminRoleId: newId(), userRoleId: newId() },
    { admin: permission.options, user: members_may_post ? ['post:create'] : [] },
  );
}

/** @throws {HttpError} 404 for people who may not know about the community, 422 for others who may not edit it */
function requireEditor(
  community: CommunityRow | undefined,
  member: MemberFacts | undefined,
): { community: CommunityRow; member: MemberFacts } {
  if (!community || !mayKnowOf(community, { isMember: member !== undefined }))
    throw goneOrHidden(community, noCommunity);
  if (!member || !mayEditCommunity(member)) throw lacksPermission('community:edit');
  return { community, member };
}

/** Moves the files of a community's posts to new paths when it becomes private. */
async function hideFiles({ jobs }: Platform, tx: Tx, communityId: string): Promise<void> {
  await jobs.add(tx, 'communities.hide-files', { communityId }, { key: `hide-files:${communityId}` });
}

/**
 * Makes a community's picture visible to exactly those who see the community. @returns its path, which is new if its
 * visibility changed
 */
const placePicture = async (platform: Platform, tx: Tx, { profile_path: path, visibility }: CommunityDetails) =>
  path && (await rekeyPath(platform, tx, path, visibility));

/** Moves pictures of private communities that an earlier version stored as public to private paths. */
export async function hidePictures(platform: Platform): Promise<void> {
  for (const { id } of await listOpenPictures(platform.db.kysely)) {
    await platform.db.transaction(async (tx) => {
      const community = await lockCommunityById(tx, id);
      if (!community) return;
      await updateCommunityRow(tx, id, { ...community, profile_path: await placePicture(platform, tx, community) });
    });
  }
}

/**
 * Changes name, handle, picture, visibility and description, and deletes a replaced or removed picture.
 * @param readForm reads the form, passes on the picture as it arrives, and returns the validated fields
 * @throws {HttpError} 404, 422 without community:edit, 409 if the handle is taken; nothing is changed then
 */
export async function updateCommunity(
  platform: Platform,
  session: Session,
  handle: string,
  readForm: ReadForm<CommunityForm>,
): Promise<Community> {
  const { db } = platform;
  const found = await findCommunity(db.kysely, handle);
  // Before accepting the upload; the decisive check is the same one under the lock.
  const { community: known } = requireEditor(found, await findMemberIn(db.kysely, found, session.userId));
  const updated = await withPicture(platform, known.id, readForm, async (form, picture) => {
    if (form.handle !== undefined && isReservedHandle(form.handle)) throw handleTaken();
    if (picture && (form.visibility ?? known.visibility) === 'private') await hideUploads(platform, [picture]);
    return await db.transaction(async (tx) => {
      const locked = await lockCommunityById(tx, known.id);
      const { community: before, member } = requireEditor(locked, await findMemberIn(tx, locked, session.userId));
      const [file] = picture ? await attachMedia(platform, tx, [picture.id]) : [];
      const after = changedCommunity(before, form, file?.path);
      // A name from before the present rules stays.
      const fault = after.name === before.name ? undefined : nameFault(after.name, 'Community Name');
      if (fault !== undefined) throw invalid({ name: fault });
      if (before.profile_path !== null && before.profile_path !== after.profile_path) {
        await discardMediaByPath(platform, tx, [before.profile_path]);
      }
      if (becomesPrivate(before, after)) await hideFiles(platform, tx, before.id);
      await updateCommunityRow(tx, before.id, { ...after, profile_path: await placePicture(platform, tx, after) });
      if (after.visibility !== before.visibility)
        await platform.deferred.emit(tx, 'communities.changed', [{ communityId: before.id }]);
      return { ...(await selectForMember(tx, before.id)), can_post: mayPost(member) };
    });
  });
  announceChange(platform, updated, 'community');
  return viewCommunity({ ...updated, joined: true, banned: false });
}

/**
 * Deletes a community with its channels, roles and messages; its picture is deleted within seconds.
 * @throws {HttpError} 404, 422 without community:edit or if `typed` isn't its handle
 */
export async function deleteCommunity(
  platform: Platform,
  session: Session,
  { handle, typed }: { handle: string; typed: string },
): Promise<void> {
  await platform.db.transaction(async (tx, effects) => {
    const locked = await lockCommunity(tx, handle);
    const { community } = requireEditor(locked, await findMemberIn(tx, locked, session.userId));
    if (!isConfirmed(community, typed)) throw invalid({ handle: confirmHandle });
    const afterCommit = (effect: () => void) => effects.push(effect);
    await platform.events.emit(tx, 'community.deleted', { communityId: community.id, afterCommit });
    if (community.profile_path !== null) await discardMediaByPath(platform, tx, [community.profile_path]);
    await deleteCommunities(tx, [community.id]);
    await platform.jobs.add(tx, 'communities.remove-posts', { communityId: community.id });
    effects.push(() => announceEnd(platform, community, session.userId));
  });
}

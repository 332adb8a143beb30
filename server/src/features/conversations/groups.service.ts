import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { nameFault } from '@hubbub/contract/platform/names.ts';
import { holdUsers, newSince, noUser } from '#features/accounts/public.ts';
import {
  attachMedia,
  cancelMedia,
  discardMediaByPath,
  hideUploads,
  type MediaPart,
  type ReceivedMedia,
  receiveMedia,
} from '#features/media/public.ts';
import {
  deleteRooms,
  insertRoom,
  kindOf,
  type LineRow,
  listMembers,
  lockRoom,
  noConversation as noGroup,
  type RoomRow,
  type Rooms,
  storeLine,
  updateRoom,
} from '#features/rooms/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { goneOrHidden, invalid, lacksRight, notFound } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { noteMade } from '#platform/repeats/repeats.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { getConversation } from './conversations.service.ts';
import {
  type Candidate,
  deleteMember,
  findByUsernames,
  findCaller,
  findCandidates,
  groupKind,
  insertMembers,
  isInGroup,
  lockGroupsOf,
} from './groups.queries.ts';
import { hasRoomFor, mayChangeGroup, mayRemoveMember, ownerAfter } from './groups.rules.ts';

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /**
     * A group's name, picture or members have changed. `outId` left or was removed; `isGone`: because their account was
     * deleted.
     */
    'conversations.group-changed': { groupId: string; outId?: string; isGone?: true };
  }
}

const kind = kindOf(groupKind);
const roomOfGroup = (id: string) => kind.prefix + id.toLowerCase();
const { members: size, perPerson } = limits.group;

/** What happened to a group, and the messages that report it. */
interface Happened {
  members: readonly string[];
  lines: readonly Omit<LineRow, 'roomId' | 'senderId'>[];
}

/**
 * Changes a group, stores the messages that report it, and sends them to every member. No other message is stored
 * meanwhile.
 * @param work returns undefined if nothing happened
 */
async function change(
  platform: Platform,
  rooms: Rooms,
  { groupId, actorId }: { groupId: string; actorId: string },
  work: (tx: Tx, effects: (() => void)[]) => Promise<(Happened & { outId?: string }) | undefined>,
): Promise<void> {
  const { db, deferred } = platform;
  await rooms.inTurn(async () => {
    await db.transaction(async (tx, effects) => {
      const happened = await work(tx, effects);
      if (!happened) return;
      const { members, lines, outId } = happened;
      let previous = (await lockRoom(tx, groupId))?.last_id ?? 0;
      for (const said of members.length === 0 ? [] : lines) {
        const line = { ...said, roomId: groupId, senderId: actorId };
        previous = await storeLine(platform, tx, effects, { line, kind, people: members, previous });
      }
      await deferred.emit(tx, 'conversations.group-changed', [{ groupId, ...(outId !== undefined && { outId }) }]);
      // People who rejoin see only messages from then on.
      if (outId === undefined) return;
      await deferred.emit(tx, 'rooms.sight-changed', [{ roomId: groupId, userId: outId }], {
        afterCommit: (effect) => effects.push(effect),
      });
    });
  });
}

/** @throws {HttpError} 404 for non-members */
async function enter(tx: Tx, groupId: string, userId: string): Promise<RoomRow & { members: string[] }> {
  const group = await lockRoom(tx, groupId);
  const members = await listMembers(tx, groupId);
  const isMember = members.includes(userId);
  if (group?.kind !== groupKind || !mayChangeGroup({ isMember })) throw goneOrHidden(group, noGroup);
  return { ...group, members };
}

/** @throws {HttpError} 422 for people the caller can't add, without the reason; 404 if somebody is gone by now */
async function requireAddable(
  platform: Platform,
  tx: Tx,
  actorId: string,
  ids: readonly string[],
  field: 'username' | 'usernames',
): Promise<readonly Candidate[]> {
  await holdUsers(tx, [actorId, ...ids]);
  const found = await findCandidates(tx, actorId, ids, newSince(platform));
  if (found.length < ids.length) throw notFound(noUser);
  const refused = found.find(({ mayBeAdded }) => !mayBeAdded);
  if (refused) throw lacksRight({ [field]: `You can't add ${refused.username} to a group.` });
  const full = found.find(({ groups }) => groups >= perPerson);
  if (full?.id === actorId) throw invalid({ [field]: `You can be in at most ${perPerson} groups.` });
  if (full) throw invalid({ [field]: `${full.username} can't be in any more groups.` });
  return found;
}

/** @throws {HttpError} 422 for a name that can't be shown */
function groupNameOf(name: string | undefined): string | null {
  const trimmed = name?.trim() ?? '';
  const fault = nameFault(trimmed, 'Group name');
  if (fault !== undefined) throw invalid({ name: fault });
  return trimmed === '' ? null : trimmed;
}

const peopleNeeded = `Choose ${size.min - 1} to ${size.max - 1} people.`;

/**
 * Makes a group of the caller and others, which they see right away.
 * @throws {HttpError} 404 if no one has one of these usernames; 422 for too few or too many people, and for people the caller can't add
 */
export async function createGroup(
  platform: Platform,
  rooms: Rooms,
  tokenHash: Buffer,
  given: { usernames: readonly string[]; name?: string | undefined; attempt: string | undefined },
): Promise<SessionAnswer<{ newConversation: Conversation }>> {
  const { db, clock, newId } = platform;
  const caller = await findCaller(db.reads, tokenHash);
  if (!caller) return undefined;
  const { user_id: actorId } = caller;
  const name = groupNameOf(given.name);
  const asked = new Set(given.usernames.map((each) => each.toLowerCase()));
  const found = asked.size === 0 ? [] : await findByUsernames(db.kysely, [...asked]);
  if (found.length < asked.size) throw notFound(noUser);
  const others = found.map(({ id }) => id).filter((id) => id !== actorId);
  if (others.length < size.min - 1 || !hasRoomFor(1, others.length, size.max))
    throw invalid({ usernames: peopleNeeded });
  const groupId = newId();
  await change(platform, rooms, { groupId, actorId }, async (tx) => {
    await requireAddable(platform, tx, actorId, [actorId, ...others], 'usernames');
    const now = clock.now();
    await noteMade(tx, given.attempt, groupId);
    await insertRoom(tx, { id: groupId, kind: groupKind, name, owner_id: actorId, created_at: now });
    const members = [actorId, ...others];
    await insertMembers(tx, groupId, members, 0);
    return { members, lines: [{ kind: 'created' }] };
  });
  return await getNewGroup(platform, tokenHash, groupId);
}

/** The answer after creating a group. @throws {HttpError} 404 */
export async function getNewGroup(
  platform: Platform,
  tokenHash: Buffer,
  groupId: string,
): Promise<SessionAnswer<{ newConversation: Conversation }>> {
  const answer = await getConversation(platform, tokenHash, groupId);
  return answer && { ...answer, body: { newConversation: answer.body.conversation } };
}

const groupOf = async (platform: Platform, { tokenHash }: Session, groupId: string): Promise<Conversation> => {
  const answer = await getConversation(platform, tokenHash, groupId);
  if (!answer) throw notFound(noGroup);
  return answer.body.conversation;
};

const idOf = (id: string) => (isId(id) ? id.toLowerCase() : noId);

/** @throws {HttpError} 404 for non-members */
async function requireMember({ db }: Platform, groupId: string, userId: string): Promise<void> {
  if (!(await isInGroup(db.kysely, groupId, userId))) throw notFound(noGroup);
}

/** @throws {HttpError} 404 if no one has this username */
async function findPerson({ db }: Platform, username: string): Promise<string> {
  const [person] = await findByUsernames(db.kysely, [username]);
  if (!person) throw notFound(noUser);
  return person.id;
}

/**
 * Adds somebody to a group, who sees only messages from then on. Does nothing for members.
 * @throws {HttpError} 404; 422 for a full group, and for somebody the caller can't add
 */
export async function addMember(
  platform: Platform,
  rooms: Rooms,
  session: Session,
  given: { id: string; username: string },
): Promise<Conversation> {
  const { userId: actorId } = session;
  const groupId = idOf(given.id);
  await requireMember(platform, groupId, actorId);
  const personId = await findPerson(platform, given.username);
  await change(platform, rooms, { groupId, actorId }, async (tx) => {
    await holdUsers(tx, [actorId, personId]);
    const group = await enter(tx, groupId, actorId);
    if (group.members.includes(personId)) return undefined;
    if (!hasRoomFor(group.members.length, 1, size.max))
      throw invalid({ username: `A group can have at most ${size.max} members.` });
    await requireAddable(platform, tx, actorId, [personId], 'username');
    await insertMembers(tx, groupId, [personId], group.last_id);
    return { members: [...group.members, personId], lines: [{ kind: 'added', aboutId: personId }] };
  });
  return await groupOf(platform, session, groupId);
}

/** Removes a person from a group; after the last one, the group is deleted. */
async function takeOut(platform: Platform, tx: Tx, group: RoomRow, personId: string): Promise<string[]> {
  await deleteMember(tx, group.id, personId);
  const members = await listMembers(tx, group.id);
  const owner = ownerAfter(group.owner_id, members);
  if (owner === undefined) {
    if (group.picture_path !== null) await discardMediaByPath(platform, tx, [group.picture_path]);
    await deleteRooms(platform, tx, [group.id]);
  } else if (owner !== group.owner_id) await updateRoom(tx, group.id, { owner_id: owner });
  return members;
}

/**
 * Removes a member from a group: the caller leaves, or its owner removes somebody. Does nothing for non-members.
 * @param given.username undefined: the caller's own
 * @throws {HttpError} 404; 422 for members who aren't the owner
 */
export async function removeMember(
  platform: Platform,
  rooms: Rooms,
  { userId: actorId }: Session,
  given: { id: string; username?: string },
): Promise<void> {
  const groupId = idOf(given.id);
  await requireMember(platform, groupId, actorId);
  const personId = given.username === undefined ? actorId : await findPerson(platform, given.username);
  await change(platform, rooms, { groupId, actorId }, async (tx, effects) => {
    const group = await enter(tx, groupId, actorId);
    const isActor = personId === actorId;
    if (!mayRemoveMember({ isOwner: group.owner_id === actorId }, { isActor }))
      throw lacksRight({ permission: 'Only the owner of a group can remove others.' });
    if (!group.members.includes(personId)) return undefined;
    const members = await takeOut(platform, tx, group, personId);
    effects.push(() => platform.realtime.removeFromRoom(roomOfGroup(groupId), [personId]));
    const line = isActor ? { kind: 'left' as const } : { kind: 'removed' as const, aboutId: personId };
    return { members, lines: [line], outId: personId };
  });
}

/** A form with a group's name and picture. */
interface GroupForm {
  name?: string | undefined;
  removedProfile: boolean;
}

/**
 * Changes a group's name and picture, and deletes a replaced or removed picture.
 * @param readForm reads the form, passes on the picture as it arrives, and returns the validated fields
 * @throws {HttpError} 404, 422 for a name that can't be shown, and whatever `readForm` and `receiveMedia` throw
 */
export async function updateGroup(
  platform: Platform,
  rooms: Rooms,
  session: Session,
  id: string,
  readForm: (takeFile: (part: MediaPart) => Promise<void>) => Promise<GroupForm>,
): Promise<Conversation> {
  const groupId = idOf(id);
  const { userId: actorId } = session;
  // Before accepting the upload; the decisive check is the same one under the lock.
  await requireMember(platform, groupId, actorId);
  const received: ReceivedMedia[] = [];
  try {
    const form = await readForm(async (part) => {
      // It belongs to the group, not the person: it stays when its sender's account is deleted.
      received.push(await receiveMedia(platform, part, { ownerId: groupId, purpose: 'profile' }));
    });
    const given = form.name === undefined ? undefined : groupNameOf(form.name);
    await hideUploads(platform, received);
    await change(platform, rooms, { groupId, actorId }, async (tx) => {
      const group = await enter(tx, groupId, actorId);
      const [picture] = await attachMedia(
        platform,
        tx,
        received.map(({ id: mediaId }) => mediaId),
      );
      const name = given === undefined ? group.name : given;
      const picture_path = picture?.path ?? (form.removedProfile ? null : group.picture_path);
      const lines = [
        ...(name === group.name ? [] : [{ kind: 'renamed' as const, name }]),
        ...(picture_path === group.picture_path ? [] : [{ kind: 'picture' as const }]),
      ];
      if (lines.length === 0) return undefined;
      if (group.picture_path !== null && group.picture_path !== picture_path)
        await discardMediaByPath(platform, tx, [group.picture_path]);
      await updateRoom(tx, groupId, { name, picture_path });
      return { members: group.members, lines };
    });
  } catch (error) {
    await cancelMedia(
      platform,
      received.map(({ id: mediaId }) => mediaId),
    );
    throw error;
  }
  return await groupOf(platform, session, groupId);
}

/** The feature's reactions to changes of groups and accounts. */
export function subscribeGroups(platform: Platform): void {
  const { db, events, deferred, jobs, realtime } = platform;
  events.on('account.deleted', async (tx, { userId }) => {
    const groups = await lockGroupsOf(tx, userId);
    for (const group of groups) await takeOut(platform, tx, group, userId);
    const changes = groups.map(({ id }) => ({ groupId: id, outId: userId, isGone: true as const }));
    await deferred.emit(tx, 'conversations.group-changed', changes);
    await jobs.add(tx, 'conversations.forget-about', { userId });
  });

  deferred.on('conversations.group-changed', async (changes) => {
    for (const { groupId, outId, isGone } of changes) {
      const members = await listMembers(db.kysely, groupId);
      const about = { conversation: groupId, unread: 0, last_message_id: null };
      if (outId !== undefined && !members.includes(outId)) {
        realtime.removeFromRoom(roomOfGroup(groupId), [outId]);
        kind.tell(realtime, [outId], 'conversationChanged', { ...about, changed: 'deleted' });
      }
      if (isGone && outId !== undefined) kind.tell(realtime, members, 'accountDeleted', { user_id: outId });
      kind.tell(realtime, members, 'conversationChanged', { ...about, changed: 'updated' });
    }
  });
}

import { type CommunityChange, joinCommunity } from '@hubbub/contract/features/messages/messages.events.ts';
import type {} from '#features/messages/public.ts';
import { notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findHome, findStrangers, isMember } from './members.queries.ts';

interface Community {
  id: string;
  handle: string;
}

/** Who has a community open: members only. */
const prefix = 'community:';
const roomOf = (communityId: string) => prefix + communityId;

const noMember = () => notFound('There is no such community, or you are not a member of it.');

/** Members open a community and close it; whoever leaves it is taken out. */
export function registerCommunitiesRealtime({ realtime, db }: Platform): void {
  realtime.on('joinCommunity', joinCommunity, async (caller, handle) => {
    const id = await findHome(db.hot, caller.userId, handle);
    if (id === undefined) throw noMember();
    await caller.joinIf(roomOf(id), async () => {
      if (!(await isMember(db.hot, caller.userId, id))) throw noMember();
    });
  });

  realtime.recheck(prefix, (held) => findStrangers(db.hot, held));

  realtime.on('leaveCommunity', joinCommunity, async (caller, handle) => {
    const id = await findHome(db.hot, caller.userId, handle);
    if (id !== undefined) caller.leave(roomOf(id));
  });
}

const changeOf = ({ id, handle }: Community, changed: CommunityChange['changed']): CommunityChange => ({
  community_id: id,
  community_handle: handle,
  changed,
});

/** Tells those who have the community open. Members come and go in crowds: of them once a second at most. */
export function announceChange(
  { realtime }: Pick<Platform, 'realtime'>,
  community: Community,
  changed: Exclude<CommunityChange['changed'], 'access'>,
): void {
  if (changed === 'members') announceMembers(realtime, community);
  else realtime.toRoom(roomOf(community.id), 'communityChanged', changeOf(community, changed));
}

/**
 * Tells a person, on every socket, that their own roles or their membership changed.
 * @param options.left whether the person is no member any more, and so not to hear of the community again
 */
export function announceAccess(
  { realtime }: Pick<Platform, 'realtime'>,
  community: Community,
  userId: string,
  { left = false } = {},
): void {
  if (left) realtime.removeFromRoom(roomOf(community.id), [userId]);
  realtime.toPersons([userId], 'communityChanged', changeOf(community, 'access'));
}

/** Tells those who have a community open that a member has deleted the account. */
export function announceDeleted({ realtime }: Pick<Platform, 'realtime'>, communityId: string, userId: string): void {
  realtime.toRoom(roomOf(communityId), 'accountDeleted', { user_id: userId });
}

const pauseMs = 1000;

/** By server and community: announced within the last second, and whether there is more to say since. */
const recent = new WeakMap<Realtime, Map<string, { community: Community; more: boolean }>>();

function announceMembers(realtime: Realtime, community: Community): void {
  const ofServer = recent.get(realtime) ?? new Map<string, { community: Community; more: boolean }>();
  recent.set(realtime, ofServer);
  const known = ofServer.get(community.id);
  if (known) {
    ofServer.set(community.id, { community, more: true });
    return;
  }
  realtime.toRoom(roomOf(community.id), 'communityChanged', changeOf(community, 'members'));
  ofServer.set(community.id, { community, more: false });
  setTimeout(() => {
    const last = ofServer.get(community.id);
    ofServer.delete(community.id);
    if (last?.more) announceMembers(realtime, last.community);
  }, pauseMs).unref();
}

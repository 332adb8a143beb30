import { type CommunityChange, joinCommunity } from '@hubbub/contract/features/communities/communities.events.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { LookedAt } from '#features/presence/public.ts';
import { notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findHome, findStrangers, findTogether, isMember } from './members.queries.ts';

interface Community {
  id: string;
  handle: string;
}

/** The members who have a community open. */
const prefix = 'community:';
const roomOf = (communityId: string) => prefix + communityId;

const noMember = () => notFound(messages.notInCommunity);

/** Members open and close a community; those who leave it are removed from the room. */
export function registerCommunitiesRealtime({ realtime, db }: Platform): void {
  realtime.on('joinCommunity', joinCommunity, async (caller, handle) => {
    const id = await findHome(db.reads, caller.userId, handle);
    if (id === undefined) throw noMember();
    await caller.joinIf(roomOf(id), async () => {
      if (!(await isMember(db.reads, caller.userId, id))) throw noMember();
    });
  });

  realtime.recheck(prefix, (held) => findStrangers(db.reads, held));

  realtime.on('leaveCommunity', joinCommunity, async (caller, handle) => {
    const id = await findHome(db.reads, caller.userId, handle);
    if (id !== undefined) caller.leave(roomOf(id));
  });
}

/** Communities as places whose members see who's online. In a large one, they only see it when they load the list. */
export const lookedAtCommunities = ({ db }: Pick<Platform, 'db'>): LookedAt => ({
  prefix,
  among: (ids, userIds) => findTogether(db.reads, ids, userIds),
});

const changeOf = ({ id, handle }: Community, changed: CommunityChange['changed']): CommunityChange => ({
  community_id: id,
  community_handle: handle,
  changed,
});

/** Notifies people who have the community open. Members come and go in crowds, so at most once a second. */
export function announceChange(
  { realtime }: Pick<Platform, 'realtime'>,
  community: Community,
  changed: Exclude<CommunityChange['changed'], 'access'>,
): void {
  if (changed === 'members') announceMembers(realtime, community);
  else realtime.toRoom(roomOf(community.id), 'communityChanged', changeOf(community, changed));
}

/**
 * Notifies a person, on every socket, that their own roles or membership changed.
 * @param options.left whether the person is no longer a member, and so must get no more events about the community
 */
export function announceAccess(
  { realtime }: Pick<Platform, 'realtime'>,
  community: Community,
  userId: string,
  { left = false } = {},
): void {
  if (left) realtime.removeFromRoom(roomOf(community.id), [userId]);
  realtime.toUsers([userId], 'communityChanged', changeOf(community, 'access'));
}

/** Notifies people that a community is gone, and closes it for everyone. @param userId who deleted it */
export function announceEnd({ realtime }: Pick<Platform, 'realtime'>, community: Community, userId: string): void {
  const room = roomOf(community.id);
  realtime.toRoom(room, 'communityChanged', changeOf(community, 'access'));
  realtime.toUsers([userId], 'communityChanged', changeOf(community, 'access'));
  realtime.emptyRoom(room);
}

/** Notifies people who have a community open that a member deleted their account. */
export function announceDeleted({ realtime }: Pick<Platform, 'realtime'>, communityId: string, userId: string): void {
  realtime.toRoom(roomOf(communityId), 'accountDeleted', { user_id: userId });
}

const pauseMs = 1000;

/** By server and community: which were announced within the last second, and whether another announcement is due. */
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

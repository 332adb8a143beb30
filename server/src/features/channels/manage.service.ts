import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { announceChange, enterCommunity, type Home, lacksPermission } from '#features/communities/public.ts';
import { deleteRooms, noChannel, updateRoom, withThreads } from '#features/rooms/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { lacksRight, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { type ChannelRow, channelKinds, listChannelIds, lockChannel, placeChannels } from './channels.queries.ts';
import { mayManageChannel, mayManageChannels, orderWith } from './channels.rules.ts';
import { distinct, listChannels, nameTaken, type PeopleIn, requireOwnRoles } from './channels.service.ts';
import { endChannels, reviewChannels } from './closing.service.ts';

interface ChannelPath {
  handle: string;
  channel_id: string;
}

/** A channel to change, of a community that's locked. @throws {HttpError} 404, 422 without channel:create */
async function enterWithChannel(
  tx: Tx,
  session: Session,
  { handle, channel_id }: ChannelPath,
): Promise<Home & { channel: ChannelRow }> {
  const home = await enterCommunity(tx, handle, session.userId);
  if (!mayManageChannels(home.member)) throw lacksPermission('channel:create');
  const channel = isId(channel_id) ? await lockChannel(tx, home.community.id, channel_id) : undefined;
  if (!channel) throw notFound(noChannel);
  return { ...home, channel };
}

/** @throws {HttpError} 422 for a channel that the caller can't use, unless they may edit the community */
function requireUsable({ member, channel }: Home & { channel: ChannelRow }): void {
  if (!mayManageChannel(member, channel)) throw lacksChannel();
}

const lacksChannel = () => lacksRight({ permission: "You can't change a channel that none of your roles can use." });

/**
 * Changes a channel's name, roles, topic, category, slow mode and position; people who lose access leave its room at
 * once.
 * @throws {HttpError} 404; 422 without channel:create, for a channel the caller can't use, or for roles of another
 * community; 409 if the name is taken
 */
export async function updateChannel(
  platform: Platform,
  session: Session,
  path: ChannelPath,
  given: {
    name?: string | undefined;
    roles?: readonly string[] | undefined;
    topic?: string | undefined;
    category?: string | null | undefined;
    slow_mode?: number | undefined;
    position?: number | undefined;
  },
  peopleIn: PeopleIn,
): Promise<Channel> {
  const roles = given.roles && distinct(given.roles);
  const { community, channel, rooms } = await platform.db
    .transaction(async (tx) => {
      const home = await enterWithChannel(tx, session, path);
      const isMovedOnly = [roles, given.name, given.topic, given.slow_mode].every((value) => value === undefined);
      if (!isMovedOnly) requireUsable(home);
      const { id, name, topic, category, slow_mode, community_id } = home.channel;
      if (roles) await requireOwnRoles(tx, community_id, roles);
      await updateRoom(tx, id, {
        name: given.name?.trim() ?? name,
        topic: given.topic?.trim() ?? topic,
        roles: roles ?? home.channel.roles,
        category: given.category === undefined ? category : given.category?.trim() || null,
        slow_mode: given.slow_mode ?? slow_mode,
      });
      if (roles) await platform.deferred.emit(tx, 'communities.changed', [{ communityId: community_id }]);
      if (given.position !== undefined) {
        await placeChannels(tx, orderWith(await listChannelIds(tx, community_id), id, given.position));
      }
      return { ...home, rooms: roles ? await withThreads(tx, [id]) : [] };
    })
    .catch((error: unknown) => {
      throw nameTaken(error);
    });
  reviewChannels(platform, rooms);
  announceChange(platform, community, 'channels');
  const list = await listChannels(
    platform,
    session.tokenHash,
    community.handle,
    channel.kind === channelKinds.voice ? peopleIn : undefined,
  );
  if (!list) throw unauthenticated();
  const updated = list.body.channels.find(({ channel_id }) => channel_id === channel.id);
  if (!updated) throw notFound(noChannel);
  return updated;
}

/** Deletes a channel for everyone right away, and its messages soon after. @throws {HttpError} 404, 422 as `updateChannel` */
export async function deleteChannel(platform: Platform, session: Session, path: ChannelPath): Promise<void> {
  const { community, rooms } = await platform.db.transaction(async (tx) => {
    const home = await enterWithChannel(tx, session, path);
    requireUsable(home);
    const rooms = await deleteRooms(platform, tx, [home.channel.id]);
    await platform.deferred.emit(tx, 'communities.changed', [{ communityId: home.community.id }]);
    return { ...home, rooms };
  });
  endChannels(platform, rooms);
  announceChange(platform, community, 'channels');
}

import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import {
  announceChange,
  countRolesAmong,
  enterCommunity,
  lacksPermission,
  notForYou,
} from '#features/communities/public.ts';
import { deleteRooms, updateRoom, withThreads } from '#features/rooms/public.ts';
import { type Tx, uniqueViolation } from '#platform/database/database.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { conflict, invalid } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';

import {
  channelKinds,
  countChannels,
  insertChannel,
  listClosedChannels,
  lockChannels,
  lockChannelsOfRole,
  readChannels,
} from './channels.queries.ts';
import { mayAddChannel, mayManageChannels, outlastsRole } from './channels.rules.ts';
import { viewChannel, withKind } from './channels.view.ts';
import { closeChannels, endChannels, reviewChannels } from './closing.service.ts';

/** The people in voice channels that a person may see. */
export type PeopleIn = (viewerId: string, channelIds: readonly string[]) => Promise<ReadonlyMap<string, Author[]>>;

/**
 * A community's channels in their order; text channels in one round trip.
 * @param peopleIn with voice channels, too
 * @throws {HttpError} 404 for an unknown community and for non-members
 */
export async function listChannels(
  { db }: Platform,
  tokenHash: Buffer,
  handle: string,
  peopleIn?: PeopleIn,
): Promise<SessionAnswer<{ channels: Channel[] }>> {
  const kinds = peopleIn ? Object.values(channelKinds) : [channelKinds.text];
  const read = await readChannels(db.reads, tokenHash, { handle, kinds });
  const voice = read?.channels.flatMap(({ id, kind }) => (kind === channelKinds.voice ? [id] : [])) ?? [];
  const people = read && (await peopleIn?.(read.user_id, voice));
  return answerWith(read, ({ home_id, channels, held }) => {
    orNotFound(home_id, notForYou);
    const view = (channel: (typeof channels)[number]) => viewChannel(channel, held, channel);
    return { channels: channels.map((each) => (people ? withKind(view(each), each, people) : view(each))) };
  });
}

/** The error to throw: 409 if two channels of a community would have the same name. */
export const nameTaken = (error: unknown): unknown =>
  uniqueViolation(error) === 'rooms_name'
    ? conflict({ name: 'This community already has a channel with this name. Choose another one.' })
    : error;

/** Removes duplicates. */
export const distinct = (roleIds: readonly string[]): string[] => [...new Set(roleIds.map((id) => id.toLowerCase()))];

/** @throws {HttpError} 422 if some of these aren't roles of the community */
export async function requireOwnRoles(tx: Tx, communityId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.every(isId) && (await countRolesAmong(tx, communityId, roleIds)) === roleIds.length) return;
  throw invalid({ roles: 'Choose roles of this community.' });
}

/**
 * Creates a channel for members with certain roles.
 * @throws {HttpError} 404; 422 without channel:create, for roles of another community, or if there are too many channels; 409 if the name
 * is taken
 */
export async function createChannel(
  platform: Platform,
  session: Session,
  handle: string,
  given: { name: string; roles: readonly string[]; kind?: keyof typeof channelKinds | undefined },
): Promise<Channel> {
  const { db, clock, newId } = platform;
  const roles = distinct(given.roles);
  try {
    const { community, member, channel } = await db.transaction(async (tx) => {
      const home = await enterCommunity(tx, handle, session.userId);
      if (!mayManageChannels(home.member)) throw lacksPermission('channel:create');
      const { id } = home.community;
      await requireOwnRoles(tx, id, roles);
      if (!mayAddChannel(await countChannels(tx, id), limits.channel.perCommunity)) {
        throw invalid({ name: `A community can have at most ${limits.channel.perCommunity} channels.` });
      }
      const row = {
        id: newId(),
        community_id: id,
        name: given.name.trim(),
        roles,
        kind: channelKinds[given.kind ?? 'text'],
      };
      return {
        ...home,
        channel: {
          ...row,
          topic: '',
          category: null,
          slow_mode: 0,
          id: await insertChannel(tx, { ...row, created_at: clock.now() }),
        },
      };
    });
    announceChange(platform, community, 'channels');
    const view = viewChannel(channel, member.roleIds);
    return given.kind ? withKind(view, channel) : view;
  } catch (error) {
    throw nameTaken(error);
  }
}

const onlyRoleOf = (channel: string) =>
  `Only members with this role can use #${channel}. Choose other roles for it first.`;

/** The feature's reactions to other features' events. */
export function subscribeChannels(platform: Platform): void {
  const { events } = platform;

  events.on('community.roles-lost', async (tx, lost) => {
    const closed = await withThreads(tx, await listClosedChannels(tx, lost));
    if (closed.length > 0) lost.afterCommit(() => closeChannels(platform, closed, lost.userId));
  });

  events.on('community.role-deleted', async (tx, { communityId, roleId, afterCommit }) => {
    for (const channel of await lockChannelsOfRole(tx, communityId, roleId)) {
      if (!outlastsRole(channel, roleId)) throw invalid({ role_id: onlyRoleOf(channel.name) });
      await updateRoom(tx, channel.id, { roles: channel.roles.filter((id) => id !== roleId) });
      const rooms = await withThreads(tx, [channel.id]);
      afterCommit(() => reviewChannels(platform, rooms));
    }
  });

  events.on('community.deleted', async (tx, { communityId, afterCommit }) => {
    const channelIds = await lockChannels(tx, communityId);
    if (channelIds.length === 0) return;
    const rooms = await deleteRooms(platform, tx, channelIds);
    afterCommit(() => endChannels(platform, rooms));
  });
}

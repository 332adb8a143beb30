import { joinChannel, leaveChannel, type Typing } from '@hubbub/contract/features/messages/messages.events.ts';
import { type ChangeableRooms, openRooms, type Rooms, type TypingRooms } from '#features/messages/public.ts';
import { findShowing } from '#features/relations/public.ts';
import { goneOrHidden, lacksRight, notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { JsonText } from '#platform/realtime/realtime.ts';
import { channelRooms, findAccess, findIntruders, isMemberAt } from './channels.queries.ts';
import { mayUseChannel } from './channels.rules.ts';

/** Who reads a channel live: only members with one of its roles. */
const prefix = 'channel:';
const roomOf = (channelId: string) => prefix + channelId.toLowerCase();

export const noChannel = "Channel not found, or you can't use it.";
const noRole = "You don't have a role that can use this channel. Ask the people who run this community for one.";

/** Opens channels for messages: each message goes to everyone reading the channel live. Call once per process. */
export function openChannels(platform: Platform): Rooms {
  return openRooms(platform, {
    sql: channelRooms,
    notFoundMessage: noChannel,
    blankMessage: 'Write a message first',
    explainRefusal: async (tokenHash, channelId) =>
      (await isMemberAt(platform.db.hot, tokenHash, channelId)) ? lacksRight({ permission: noRole }) : undefined,
    deliver: ({ roomId, json, order, senderId, quotes }) =>
      platform.realtime.toRoom(roomOf(roomId), 'receiveMessage', new JsonText(json), order, senderId, { quotes }),
    isHeardByMany: (roomId) => platform.realtime.isHeard(roomOf(roomId)),
  });
}

/** Channels as rooms whose messages can be changed. */
export const changeableChannels = ({ realtime }: Pick<Platform, 'realtime'>): ChangeableRooms => ({
  sql: channelRooms,
  communityOf: (room) => `(select channels.community_id from channels where channels.id = ${room})`,
  announce({ roomId, payload, senderId, quotes, except }) {
    realtime.toRoom(roomOf(roomId), 'messageChanged', payload, undefined, senderId, { quotes, except });
    return Promise.resolve(true);
  },
  isHeard: (roomId) => realtime.isHeard(roomOf(roomId)),
});

/** Channels as rooms in which people see who is writing: those who read it live. */
export const typingInChannels = ({ realtime, db }: Pick<Platform, 'realtime' | 'db'>): TypingRooms => ({
  async writerIn(caller, channelId) {
    if (!caller.isIn(roomOf(channelId))) return undefined;
    const username = await findShowing(db.hot, caller.userId);
    if (username === undefined) return 'hidden';
    const tell = (payload: Typing) => realtime.toOthersIn(roomOf(channelId), 'typing', payload, caller.userId);
    return { username, tell };
  },
});

/** Members with one of its roles start and stop reading a channel live. */
export function registerChannelsRealtime({ realtime, db }: Platform): void {
  realtime.on('joinChannel', joinChannel, async (caller, channelId) => {
    if (!isId(channelId)) throw notFound(noChannel);
    await realtime.learnHidden(caller.userId);
    realtime.setQuiet(caller.userId, (await findShowing(db.hot, caller.userId)) === undefined);
    await caller.showIf(roomOf(channelId), async () => {
      const access = await findAccess(db.hot, channelId, caller.userId);
      if (!access || !mayUseChannel(access.held, access)) throw goneOrHidden(access, noChannel);
    });
  });

  realtime.recheck(prefix, (held) => findIntruders(db.hot, held));

  realtime.on('leaveChannel', leaveChannel, async (caller, channelId) => caller.leave(roomOf(channelId)));
}

/** Ends live reading for a person on all sockets right away, and notifies them. */
export function closeChannels({ realtime }: Platform, channelIds: readonly string[], userId: string): void {
  for (const id of channelIds) {
    realtime.removeFromRoom(roomOf(id), [userId]);
    realtime.toUsers([userId], 'channelClosed', { channel_id: id });
  }
}

/** Asks again who may read a channel live, in every process; whoever may not is told. */
export function reviewChannel({ realtime }: Pick<Platform, 'realtime'>, channelId: string): void {
  realtime.reviewRoom(roomOf(channelId), 'channelClosed', { channel_id: channelId });
}

/** Ends live reading of a channel that's gone, for everyone. */
export function endChannel({ realtime }: Pick<Platform, 'realtime'>, channelId: string): void {
  realtime.toRoom(roomOf(channelId), 'channelClosed', { channel_id: channelId });
  realtime.emptyRoom(roomOf(channelId));
}

/** Tells a person's devices that they've read a channel up to a message. */
export function announceRead(
  { realtime }: Pick<Platform, 'realtime'>,
  userId: string,
  read: { channel_id: string; read_id: string },
): void {
  realtime.toUsers([userId], 'channelRead', read);
}

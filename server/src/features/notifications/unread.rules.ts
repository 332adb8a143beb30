import type { UnreadChannel, UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';

/** What every badge adds up to. @param inChannels how many of the notifications are mentions in channels, which count with their channels */
export const totalOf = (
  { notifications, conversations, channels }: Omit<UnreadCounts, 'total'>,
  inChannels: number,
): number => notifications - inChannels + conversations + channels.filter(({ mentions }) => mentions > 0).length;

const isSame = (one: UnreadChannel, other: UnreadChannel | undefined): boolean =>
  one.unread === (other?.unread ?? 0) && one.mentions === (other?.mentions ?? 0);

/** What's different from before: numbers that changed, and channels, of which those that have been read count nothing. */
export function changeOf(before: UnreadCounts, now: UnreadCounts): Partial<UnreadCounts> {
  const [known, left] = [before, now].map(
    ({ channels }) => new Map(channels.map((channel) => [channel.channel_id, channel])),
  ) as [Map<string, UnreadChannel>, Map<string, UnreadChannel>];
  const channels = [
    ...now.channels.filter((channel) => !isSame(channel, known.get(channel.channel_id))),
    ...before.channels
      .filter(({ channel_id, unread }) => unread > 0 && !left.has(channel_id))
      .map((channel) => ({ ...channel, unread: 0, mentions: 0 })),
  ];
  return {
    ...(now.notifications !== before.notifications && { notifications: now.notifications }),
    ...(now.conversations !== before.conversations && { conversations: now.conversations }),
    ...(channels.length > 0 && { channels }),
    ...(now.total !== before.total && { total: now.total }),
  };
}

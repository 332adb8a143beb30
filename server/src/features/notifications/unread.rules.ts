import type {
  UnreadChannel,
  UnreadCounts,
  UnreadThread,
} from '@hubbub/contract/features/channels/channels.endpoints.ts';

/**
 * The total behind every badge. @param inChannels how many of the notifications are mentions in channels, which count with their channels
 */
export const totalOf = (
  { notifications, conversations, channels, threads }: Omit<UnreadCounts, 'total'>,
  inChannels: number,
): number =>
  notifications - inChannels + conversations + [...channels, ...threads].filter(({ mentions }) => mentions > 0).length;

type Counted = UnreadChannel | UnreadThread;

const isSame = (one: Counted, other: Counted | undefined): boolean =>
  one.unread === (other?.unread ?? 0) && one.mentions === (other?.mentions ?? 0);

/** The rooms whose numbers have changed; zeros for those that have been read. */
function changed<T extends Counted>(before: readonly T[], now: readonly T[], idOf: (one: T) => string): T[] {
  const [known, left] = [before, now].map((those) => new Map(those.map((one) => [idOf(one), one]))) as [
    Map<string, T>,
    Map<string, T>,
  ];
  return [
    ...now.filter((one) => !isSame(one, known.get(idOf(one)))),
    ...before
      .filter((one) => one.unread > 0 && !left.has(idOf(one)))
      .map((one) => ({ ...one, unread: 0, mentions: 0 })),
  ];
}

/** The differences: numbers that changed, and channels, with zeros for those that have been read. */
export function changeOf(before: UnreadCounts, now: UnreadCounts): Partial<UnreadCounts> {
  const channels = changed(before.channels, now.channels, ({ channel_id }) => channel_id);
  const threads = changed(before.threads, now.threads, ({ room_id }) => room_id);
  return {
    ...(now.notifications !== before.notifications && { notifications: now.notifications }),
    ...(now.conversations !== before.conversations && { conversations: now.conversations }),
    ...(channels.length > 0 && { channels }),
    ...(threads.length > 0 && { threads }),
    ...(now.total !== before.total && { total: now.total }),
  };
}

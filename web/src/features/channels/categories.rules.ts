import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { moved } from '#features/channels/channels.rules.ts';

/** Channels that stand under a category together; null: above all categories. */
export interface ChannelGroup {
  category: string | null;
  channels: readonly Channel[];
}

/** A community's channels as its list shows them: those without a category first, then each category where its first channel is. */
export function groupsOf(channels: readonly Channel[]): ChannelGroup[] {
  const categories = new Set(channels.map(({ category }) => category ?? null));
  const inOrder = [...categories].sort((one, other) => Number(one !== null) - Number(other !== null));
  return inOrder.map((category) => ({
    category,
    channels: channels.filter((channel) => (channel.category ?? null) === category),
  }));
}

/** The names of a community's categories, in their order. */
export const categoriesOf = (channels: readonly Channel[]): string[] =>
  groupsOf(channels).flatMap(({ category }) => category ?? []);

/** What a channel's move to a place in the whole list is. */
export interface Move {
  channelId: string;
  position: number;
}

/**
 * Moves some channels right before another one, in their order.
 * @returns one move after another
 */
function movesBefore(channels: readonly Channel[], ids: readonly string[], before: string): Move[] {
  let list = channels;
  return ids.map((channelId) => {
    const position = list
      .filter(({ channel_id }) => channel_id !== channelId)
      .findIndex(({ channel_id }) => channel_id === before);
    list = moved(list, channelId, position);
    return { channelId, position };
  });
}

/** Moves a channel to a place in its group. Other groups' channels may stand between them in the whole list. */
export function moveInGroup(
  channels: readonly Channel[],
  group: ChannelGroup,
  { channelId, place }: { channelId: string; place: number },
): Move[] {
  const others = group.channels.filter(({ channel_id }) => channel_id !== channelId);
  const next = others[place];
  if (next !== undefined) return movesBefore(channels, [channelId], next.channel_id);
  const last = others.at(-1)?.channel_id;
  const all = channels.filter(({ channel_id }) => channel_id !== channelId);
  return [{ channelId, position: all.findIndex(({ channel_id }) => channel_id === last) + 1 }];
}

/** Moves a category one place up or down among the categories; nothing at the ends. */
export function moveCategory(channels: readonly Channel[], category: string, by: -1 | 1): Move[] {
  const groups = groupsOf(channels).filter((group) => group.category !== null);
  const index = groups.findIndex((group) => group.category === category);
  const [upper, lower] = by === -1 ? [groups[index - 1], groups[index]] : [groups[index], groups[index + 1]];
  const first = upper?.channels[0];
  if (first === undefined || lower === undefined) return [];
  return movesBefore(
    channels,
    lower.channels.map(({ channel_id }) => channel_id),
    first.channel_id,
  );
}

import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { describe, expect, it } from 'vitest';
import { categoriesOf, groupsOf, type Move, moveCategory, moveInGroup } from '#features/channels/categories.rules.ts';
import { moved } from '#features/channels/channels.rules.ts';

const channel = (name: string, category: string | null = null) =>
  ({ channel_id: name, name, category }) as Partial<Channel> as Channel;

/** Two categories whose channels stand in each other's way. */
const list = [
  channel('a', 'Work'),
  channel('general'),
  channel('x', 'Fun'),
  channel('b', 'Work'),
  channel('y', 'Fun'),
  channel('c', 'Work'),
];
const shown = (channels: readonly Channel[]) =>
  groupsOf(channels).map((group) => [group.category, ...group.channels.map(({ name }) => name)]);
const after = (moves: Move[]) =>
  moves.reduce<readonly Channel[]>((all, { channelId, position }) => moved(all, channelId, position), list);
const group = (category: string | null) =>
  groupsOf(list).find((one) => one.category === category) ?? { category, channels: [] };

describe('categories', () => {
  it('stand where their first channel is, below the channels without one', () => {
    expect(shown(list)).toEqual([
      [null, 'general'],
      ['Work', 'a', 'b', 'c'],
      ['Fun', 'x', 'y'],
    ]);
    expect(categoriesOf(list)).toEqual(['Work', 'Fun']);
  });

  it("don't move when one of their channels does", () => {
    expect(shown(after(moveInGroup(list, group('Work'), { channelId: 'c', place: 1 })))).toEqual([
      [null, 'general'],
      ['Work', 'a', 'c', 'b'],
      ['Fun', 'x', 'y'],
    ]);
    expect(shown(after(moveInGroup(list, group('Fun'), { channelId: 'x', place: 1 })))[2]).toEqual(['Fun', 'y', 'x']);
  });

  it('move with all of their channels', () => {
    const swapped = [
      [null, 'general'],
      ['Fun', 'x', 'y'],
      ['Work', 'a', 'b', 'c'],
    ];
    expect(shown(after(moveCategory(list, 'Work', 1)))).toEqual(swapped);
    expect(shown(after(moveCategory(list, 'Fun', -1)))).toEqual(swapped);
    expect(moveCategory(list, 'Work', -1)).toEqual([]);
    expect(moveCategory(list, 'Fun', 1)).toEqual([]);
  });
});

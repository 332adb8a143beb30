import { beforeEach, expect, it } from 'vitest';
import { createHiding, type Hidden, type Hiding } from './hiding.ts';

let stored: Hidden[];
let here: Set<string>;
let loads: number;
let whileLoading: () => void;
let hiding: Hiding;
beforeEach(() => {
  stored = [{ userId: 'ada', authorId: 'bob' }];
  here = new Set(['ada', 'cyd']);
  loads = 0;
  whileLoading = () => undefined;
  hiding = createHiding((userId) => here.has(userId));
  hiding.source(async (userIds) => {
    loads += 1;
    const found = stored.filter(({ userId }) => userIds.includes(userId));
    await Promise.resolve();
    whileLoading();
    return found;
  });
});

it('The people a person hides are read once, and kept up to date', async () => {
  expect(hiding.hidersOf('bob')).toEqual([]);
  for (let n = 0; n < 3; n += 1) await hiding.learn('ada');
  await hiding.learn('cyd');
  expect(loads).toBe(2);
  hiding.change({ userId: 'cyd', authorId: 'bob' }, true);
  expect(hiding.hidersOf('bob')).toEqual(['ada', 'cyd']);
  hiding.change({ userId: 'ada', authorId: 'bob' }, false);
  expect(hiding.hidersOf('bob')).toEqual(['cyd']);
  expect(hiding.hidersOf('ada')).toEqual([]);
  expect(hiding.hidersOf(undefined)).toEqual([]);
});

it("A change while it's being read isn't lost", async () => {
  whileLoading = () => {
    whileLoading = () => undefined;
    stored.push({ userId: 'ada', authorId: 'dan' });
    hiding.change({ userId: 'ada', authorId: 'dan' }, true);
  };
  await hiding.learn('ada');
  expect(hiding.hidersOf('dan')).toEqual(['ada']);
});

it("Nothing is stored for people who aren't connected", async () => {
  whileLoading = () => void here.delete('ada');
  await hiding.learn('ada');
  expect(hiding.hidersOf('bob')).toEqual([]);
  here.add('ada');
  whileLoading = () => undefined;
  await hiding.learn('ada');
  hiding.forget('ada');
  expect(hiding.hidersOf('bob')).toEqual(['ada']);
  here.delete('ada');
  hiding.forget('ada');
  expect(hiding.hidersOf('bob')).toEqual([]);
});

it('A missed change is found by a refresh', async () => {
  await hiding.learn('ada');
  await hiding.learn('cyd');
  stored = [{ userId: 'cyd', authorId: 'bob' }];
  await hiding.refresh();
  expect(hiding.hidersOf('bob')).toEqual(['cyd']);
});

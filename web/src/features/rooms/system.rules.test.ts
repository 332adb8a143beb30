import { expect, it } from 'vitest';
import { systemText } from '#features/rooms/system.rules.ts';
import { makeSender } from '../../../test/factories.ts';

const [ana, me] = [makeSender('ana'), { ...makeSender('me'), _id: 'me' }];

it('says what happened in a group, and names the reader "you"', () => {
  const text = (kind: 'created' | 'added' | 'removed' | 'left' | 'renamed' | 'picture', more = {}) =>
    systemText({ kind, actor: ana, ...more }, 'me');
  expect(text('created')).toBe(`${ana.name} created the group`);
  expect(text('added', { user: me })).toBe(`${ana.name} added you`);
  expect(text('removed', { user: makeSender('bob') })).toMatch(/ removed bob/i);
  expect(text('left', { actor: me })).toBe('You left');
  expect(text('renamed', { name: 'Trip' })).toContain('renamed the group to “Trip”');
  expect(text('renamed', { name: null })).toContain("removed the group's name");
  expect(text('picture')).toContain("changed the group's picture");
});

it('says how a call was', () => {
  const text = (more: object, actor = ana) => systemText({ kind: 'call', actor, ...more }, 'me');
  expect(text({ missed: true, seconds: 0 })).toBe(`Missed call from ${ana.name}`);
  expect(text({ missed: true, seconds: 0 }, me)).toBe('No answer');
  expect(text({ missed: false, seconds: 1 })).toBe(`${ana.name} called: 1 second`);
  expect(text({ missed: false, seconds: 725 })).toBe(`${ana.name} called: 12 minutes`);
});

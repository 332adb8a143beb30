import { expect, test } from 'vitest';
import { changedProfile } from './profiles.rules.ts';

const before = { name: 'Ada', bio: 'Counts.', profile_path: '/old.jpg' };

test('Anything a form leaves out stays.', () => {
  expect(changedProfile(before, {}, undefined)).toEqual(before);
  expect(changedProfile(before, { removedProfile: 'false' }, undefined)).toEqual(before);
});

test('A blank name means no name.', () => {
  expect(changedProfile(before, { name: '  ' }, undefined).name).toBeNull();
  expect(changedProfile(before, { name: ' Ada King ' }, undefined).name).toBe('Ada King');
});

test('A new picture replaces the old one, even if that was removed.', () => {
  expect(changedProfile(before, {}, '/new.jpg').profile_path).toBe('/new.jpg');
  expect(changedProfile(before, { removedProfile: 'true' }, '/new.jpg').profile_path).toBe('/new.jpg');
});

test('"Removed" without a new picture restores the default.', () => {
  expect(changedProfile(before, { removedProfile: 'true' }, undefined).profile_path).toBeNull();
});

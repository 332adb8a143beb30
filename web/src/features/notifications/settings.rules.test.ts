import { expect, it } from 'vitest';
import { changed, timezonesWith, waysOf } from '#features/notifications/settings.rules.ts';
import { makeNotificationSettings } from '#test/factories.ts';

it('a change leaves what it leaves out as it is', () => {
  const settings = makeNotificationSettings({ presence: false });
  const next = changed(settings, { messages_from: 'known', read_marks: undefined, types: { vote: { in_app: false } } });
  expect(next).toMatchObject({ messages_from: 'known', read_marks: true, presence: false });
  expect([next.types.vote, next.types.comment]).toEqual([
    { in_app: false, push: true, mail: true },
    { in_app: true, push: true, mail: true },
  ]);
});

it('messages and calls are not listed, and what happens to an account is always mailed', () => {
  expect([waysOf('message'), waysOf('call'), waysOf('security'), waysOf('vote')]).toEqual([
    ['push', 'mail'],
    ['push'],
    ['in_app', 'push'],
    ['in_app', 'push', 'mail'],
  ]);
});

it('a time zone that was chosen on another device can stay chosen', () => {
  expect(timezonesWith('Europe/Berlin').filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1);
  expect(timezonesWith('Etc/GMT+3')).toContain('Etc/GMT+3');
});

import { expect, it } from 'vitest';
import { changed } from '#features/notifications/settings.rules.ts';
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

import { explainedActions } from '@hubbub/contract/features/moderation/explain.endpoints.ts';
import { expect, test } from 'vitest';
import {
  actionChoices,
  actionOf,
  questionOf,
  type ThingKind,
  typedId,
  typedName,
} from '#features/moderation/explain.rules.ts';

test.each(['community', 'channel', 'post', 'user'] satisfies ThingKind[])('every action of a %s has a name', (kind) => {
  expect(actionChoices(kind).map(({ value }) => value)).toEqual(explainedActions[kind]);
});

test('another kind of thing keeps the action if it has it', () => {
  expect(actionOf('community', 'post')).toBe('post');
  expect(actionOf('channel', 'post')).toBe('view');
});

test("a name may be typed with an @, and a post's link has its id", () => {
  const id = '01900000-0000-7000-8000-000000000001';
  expect(typedName(' @kwame ')).toBe('kwame');
  expect(typedId('community', '@garden')).toBe('garden');
  expect(typedId('post', `https://hubbub.example/posts/${id}?from=mail`)).toBe(id);
  expect(typedId('post', ' nothing ')).toBe('nothing');
});

test('a question needs a person and a thing, and says at which field one is missing', () => {
  const typed = { username: '@kwame', kind: 'channel', text: 'garden', channel: 'c', action: 'post' } as const;
  expect(questionOf(typed)).toEqual({
    question: { username: 'kwame', kind: 'channel', id: 'c', action: 'view' },
    faults: {},
  });
  expect(questionOf({ ...typed, username: ' @' }).faults).toEqual({ username: expect.stringContaining('username') });
  expect(questionOf({ ...typed, channel: '' }).faults).toEqual({ channel: 'Choose a channel.' });
  expect(questionOf({ ...typed, kind: 'post', text: '' }).faults).toEqual({ text: 'Paste the link to the post.' });
});

import { expect, test } from 'vitest';
import { type CommentStanding, isDecision, mayDelete, obstaclesToEditing } from './comments.rules.ts';

const nobody: CommentStanding = {
  isAuthor: false,
  ownsPost: false,
  moderates: false,
  outranks: false,
  isRemoved: false,
};

test('only the author changes a comment, until moderators remove it', () => {
  expect(obstaclesToEditing({ ...nobody, isAuthor: true })).toEqual([]);
  expect(obstaclesToEditing(nobody)).toEqual(['foreign']);
  expect(obstaclesToEditing({ ...nobody, isAuthor: true, isRemoved: true })).toEqual(['removed']);
});

test("a comment is deleted by its author, the post's author and moderators; a removed one only by its author", () => {
  expect(mayDelete(nobody)).toBe(false);
  for (const standing of ['isAuthor', 'ownsPost', 'moderates', 'outranks'] as const) {
    expect(mayDelete({ ...nobody, [standing]: true })).toBe(true);
    expect(mayDelete({ ...nobody, [standing]: true, isRemoved: true })).toBe(standing === 'isAuthor');
  }
});

test("deleting somebody else's comment as a moderator is a decision; deleting one's own, or one under one's own post, isn't", () => {
  for (const standing of ['moderates', 'outranks'] as const) {
    expect(isDecision({ ...nobody, [standing]: true })).toBe(true);
    expect(isDecision({ ...nobody, [standing]: true, isAuthor: true })).toBe(false);
  }
  expect(isDecision({ ...nobody, ownsPost: true } as CommentStanding)).toBe(false);
});

import { expect, it } from 'vitest';
import {
  afterDeletion,
  afterReaction,
  changedEach,
  countedIn,
  shownReplies,
} from '#features/comments/comments.rules.ts';
import { makeComment } from '#test/factories.ts';

const thread = () => {
  const first = makeComment({ reply_count: 2 });
  const replies = [1, 2].map(() => makeComment({ parent_id: first.comment_id }));
  return { ...first, replies };
};

it('a deleted comment without replies disappears, and one with replies leaves a placeholder', () => {
  const [alone, answered] = [makeComment(), thread()];
  expect(changedEach([alone, answered], afterDeletion(alone))).toEqual([answered]);
  expect(changedEach([alone, answered], afterDeletion(answered))).toMatchObject([
    alone,
    {
      comment_id: answered.comment_id,
      content: '',
      deleted: true,
      user: { username: 'deleted_user' },
      replies: answered.replies,
    },
  ]);
});

it('a removed reply is no longer counted, and if it was the last one, the deleted comment above it disappears, too', () => {
  const { replies, ...first } = thread();
  const [one, two] = replies;
  const [left] = changedEach([{ ...first, replies }], afterDeletion(one!));
  expect(left).toMatchObject({ reply_count: 1, replies: [two] });
  const emptied = { ...first, deleted: true, reply_count: 1, replies: [two!] };
  expect(changedEach([emptied], afterDeletion(two!))).toEqual([]);
  // In the list of all replies it's just gone.
  expect(changedEach(replies, afterDeletion(one!))).toEqual([two]);
});

it('replies are counted only in their own thread', () => {
  const [one, other] = [thread(), thread()];
  expect(changedEach([one, other], countedIn(one.comment_id, 1)).map(({ reply_count }) => reply_count)).toEqual([3, 2]);
  expect(changedEach([one], countedIn(null, 1))).toEqual([one]);
});

it('replies written here follow those that were loaded, each once', () => {
  const { comment_id, replies } = thread();
  const [one, two] = replies;
  const elsewhere = makeComment({ parent_id: 'another' });
  expect(shownReplies(comment_id, [one!], [one!, elsewhere, two!])).toEqual([one, two]);
});

it('pressing a reaction gives it, joins it or takes it back', () => {
  const given = afterReaction([], '👍');
  expect(given).toEqual([{ emoji: '👍', count: 1, mine: true }]);
  expect(afterReaction(given, '👍')).toEqual([]);
  expect(afterReaction([{ emoji: '👍', count: 2, mine: false }], '👍')).toEqual([
    { emoji: '👍', count: 3, mine: true },
  ]);
});

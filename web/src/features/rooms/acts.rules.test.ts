import { expect, it } from 'vitest';
import { type Act, readyActs, withActs, withAnswer } from '#features/rooms/acts.rules.ts';
import { deletedMessage } from '#features/rooms/versions.rules.ts';
import { idOf, numbered, numberedFrom } from '#test/timeline.ts';
import { at } from '#test/timeline-play.ts';

const react = (number: number, added = true): Act => ({
  kind: 'react',
  messageId: idOf(number),
  emoji: '👍',
  added,
  at,
});

it('shows what the person has done, in order, and leaves other messages as they are', () => {
  const messages = numberedFrom(1, 2);
  const [first, second] = withActs(messages, {
    kept: [react(2)],
    acts: [{ kind: 'edit', messageId: idOf(2), text: 'new', at }],
  });
  expect(first).toBe(messages[0]);
  expect(second).toMatchObject({ message: 'new', edited_at: at, reactions: [{ emoji: '👍', count: 1, mine: true }] });
  expect(withActs(messages, { kept: [], acts: [] })).toBe(messages);
});

it("takes the server's count of reactions, unless it knows newer ones, or the message is gone", () => {
  const known = { ...numbered(1), revision: idOf(20), reactions: [{ emoji: '👍', count: 7, mine: false }] };
  const answer = (revision: number) => ({
    reactions: [{ emoji: '👍', count: 2, mine: true }],
    revision: idOf(revision),
  });
  expect(withAnswer(known, react(1), answer(20)).reactions).toEqual(answer(20).reactions);
  expect(withAnswer(known, react(1), answer(30))).toEqual({ ...known, reactions: answer(30).reactions });
  expect(withAnswer(known, react(1), answer(10))).toBe(known);
  const gone = deletedMessage(known);
  expect(withAnswer(gone, react(1), answer(30))).toBe(gone);
});

it('lets one act a message run at a time', () => {
  const [one, two, other] = [react(1), react(1, false), react(2)];
  expect(readyActs([one, two, other], [])).toEqual([one, other]);
  expect(readyActs([two, other], [one])).toEqual([other]);
});

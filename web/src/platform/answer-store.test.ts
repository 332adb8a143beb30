import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { type StoredAnswer, storeAnswers, storedAnswer } from '#platform/answer-store.ts';

it('a week of use (10,000 answers of 505 lists and rooms) stays below the limit, and what was seen last is there', async () => {
  const limit = 2_000_000;
  const last = new Map<string, StoredAnswer>();
  const sizeOf = ({ text }: StoredAnswer) => 2 * text.length;
  for (let batch = 0; batch < 1_000; batch += 1) {
    const answers = Array.from({ length: 10 }, (_, index): StoredAnswer => {
      const number = 10 * batch + index;
      // Some are requested all the time, most rarely; their sizes range up to 20 kB.
      const key = `list ${(number * number) % 1009}`;
      return { key, at: number, text: 'x'.repeat((number * 7919) % 10_000) };
    });
    await storeAnswers('ana', answers, limit);
    for (const answer of answers) last.set(answer.key, answer);
  }

  const newestFirst = [...last.values()].sort((a, b) => b.at - a.at);
  const stored = await Promise.all(newestFirst.map(({ key }) => storedAnswer('ana', key)));
  const total = stored.reduce((sum, answer) => sum + (answer === undefined ? 0 : sizeOf(answer)), 0);
  expect(total).toBeLessThanOrEqual(limit);
  expect(stored).toContain(undefined);
  // Those that fit are there as they were answered last.
  let room = limit;
  for (const [index, answer] of newestFirst.entries()) {
    room -= sizeOf(answer);
    if (room < 0) break;
    expect(stored[index]).toEqual(answer);
  }
});

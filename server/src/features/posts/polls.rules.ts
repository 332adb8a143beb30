/** What decides whether an answer to a poll counts. */
interface AnsweredPoll {
  /** How many choices there are. */
  choices: number;
  multiple: boolean;
  ends_at: Date;
  /** The person's answer so far. */
  mine: readonly number[] | null;
}

/** An answer's choices in order, each once. */
export const sortedAnswer = (choices: readonly number[]): number[] =>
  [...new Set(choices)].toSorted((one, other) => one - other);

/**
 * What keeps somebody from answering a poll they may respond to. An answer stays as it is: counts that people have seen don't move
 * because somebody changed their mind.
 */
export function obstacleToAnswering(
  poll: AnsweredPoll,
  answer: readonly number[],
  now: Date,
): 'over' | 'unknown' | 'single' | 'answered' | undefined {
  if (poll.ends_at <= now) return 'over';
  if (answer.length === 0 || answer.some((choice) => choice < 0 || choice >= poll.choices)) return 'unknown';
  if (!poll.multiple && answer.length > 1) return 'single';
  if (poll.mine !== null && poll.mine.join() !== answer.join()) return 'answered';
  return undefined;
}

/** Whether a new poll may end then: in the future, and within so many days. */
export function mayEndAt(endsAt: Date, now: Date, days: number): boolean {
  const left = endsAt.getTime() - now.getTime();
  return left > 0 && left <= days * 24 * 60 * 60 * 1000;
}

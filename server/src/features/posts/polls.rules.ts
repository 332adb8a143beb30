/** The facts that decide whether an answer to a poll counts. */
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
 * Why somebody can't answer a poll, though they may respond to the post. An answer is final: counts that people have seen don't change
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

/** Whether a new poll may end at this moment: in the future, and within so many days. */
export function mayEndAt(endsAt: Date, now: Date, days: number): boolean {
  const left = endsAt.getTime() - now.getTime();
  return left > 0 && left <= days * 24 * 60 * 60 * 1000;
}

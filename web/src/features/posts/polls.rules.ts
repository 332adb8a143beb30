import type { Poll } from '@hubbub/contract/features/posts/polls.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const several = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Whether the poll has ended. */
export const isOver = (poll: Pick<Poll, 'ends_at'>, now: number): boolean => Date.parse(poll.ends_at) <= now;

/** How much time there is to vote, in words. */
export function timeLeft(poll: Pick<Poll, 'ends_at'>, now: number): string {
  const left = Date.parse(poll.ends_at) - now;
  if (left <= 0) return 'Final results';
  if (left < minute) return 'Less than a minute left';
  if (left < hour) return `${several(Math.floor(left / minute), 'minute')} left`;
  if (left < 2 * day) return `${several(Math.floor(left / hour), 'hour')} left`;
  return `${several(Math.floor(left / day), 'day')} left`;
}

/** "1 vote", "1,204 votes". */
export const voteCount = (total: number): string => `${total.toLocaleString('en')} ${total === 1 ? 'vote' : 'votes'}`;

/** A choice's share of the people who voted, in whole percent. */
export const shareOf = (votes: number, total: number): number => (total === 0 ? 0 : Math.round((100 * votes) / total));

/** A poll that's being written. */
export interface PollDraft {
  choices: readonly string[];
  multiple: boolean;
  /** How long people can vote. */
  hours: number;
}

export const freshPoll: PollDraft = { choices: ['', ''], multiple: false, hours: 24 };

/** How long people can vote. */
export const durations: readonly { hours: number; label: string }[] = [
  { hours: 1, label: '1 hour' },
  { hours: 6, label: '6 hours' },
  { hours: 24, label: '1 day' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
];

/** The poll in a saved draft; undefined: there's none, or another version of the app wrote it. */
export function pollIn(draft: string): PollDraft | undefined {
  if (draft === '') return undefined;
  try {
    const { choices, multiple, hours } = JSON.parse(draft);
    if (!Array.isArray(choices) || !choices.every((choice) => typeof choice === 'string')) return undefined;
    return { choices, multiple: multiple === true, hours: Number(hours) || freshPoll.hours };
  } catch {
    return undefined;
  }
}

/** The poll as it's sent, as JSON; undefined: it needs another choice. */
export function pollToSend({ choices, multiple, hours }: PollDraft, now: number): string | undefined {
  const written = choices.map((choice) => choice.trim()).filter((choice) => choice !== '');
  if (written.length < limits.poll.choices.min) return undefined;
  return JSON.stringify({ choices: written, multiple, ends_at: new Date(now + hours * hour).toISOString() });
}

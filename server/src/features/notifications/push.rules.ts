import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';

/** What a device shows. */
export interface PushText {
  title: string;
  body: string;
  /** The path to open. */
  url: string;
  /** What's about the same thing takes the place of the one before. */
  tag: string;
}

/** In code points; with all of them at four bytes and everything escaped, a push still fits. */
const mostTitle = 100;
const mostBody = 240;

const shorten = (text: string, most: number): string => {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
};

/** What's sent to a device, short enough for every push service. */
export const payloadOf = ({ title, body, url, tag }: PushText): string =>
  JSON.stringify({
    title: shorten(title, mostTitle),
    body: shorten(body.replace(/\s+/g, ' ').trim(), mostBody),
    url,
    tag,
  });

const urgent: readonly SettingType[] = ['message', 'mention', 'reply', 'security'];
const idle: readonly SettingType[] = ['vote', 'reaction', 'follow', 'community_post', 'invite'];

/** Whether a device is woken for it. */
export function urgencyOf(type: SettingType): 'low' | 'normal' | 'high' {
  if (urgent.includes(type)) return 'high';
  return idle.includes(type) ? 'low' : 'normal';
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long something is worth a push; a device that's off for longer finds it in the list. In milliseconds. */
export const worthPushing = day;
/** A device that nothing has reached for this long is forgotten. */
const deadAfter = 7 * day;

/** What a push service said. Undefined: it couldn't be reached. */
export interface PushAnswer {
  status: number;
  retryAfter?: string | undefined;
}

export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused';

/** What an answer means for the device. */
export function outcomeOf(answer: PushAnswer | undefined): PushOutcome {
  if (answer === undefined || answer.status === 429 || answer.status >= 500) return 'later';
  if (answer.status >= 200 && answer.status < 300) return 'sent';
  return answer.status === 404 || answer.status === 410 ? 'gone' : 'refused';
}

/** What a push service asks for in `retry-after`, in milliseconds: seconds, or a date. 0: nothing that can be read. */
function askedWait(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.max(wait, 0);
}

/**
 * When to try again: four times as long after each attempt, and as late as the push service asks, within a day.
 * @param attempt 1 after the first
 */
export function againAt({
  attempt,
  answer,
  now,
}: {
  attempt: number;
  answer: PushAnswer | undefined;
  now: Date;
}): Date {
  const backoff = 5000 * 4 ** (attempt - 1);
  return new Date(now.getTime() + Math.min(Math.max(backoff, askedWait(answer?.retryAfter, now)), day));
}

/** Whether a device is to be forgotten because nothing has reached it for too long. */
export const isDead = (failedSince: Date | null, now: Date): boolean =>
  failedSince !== null && now.getTime() - failedSince.getTime() > deadAfter;

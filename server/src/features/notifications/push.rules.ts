import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';

/** What a device shows. */
export interface PushText {
  title: string;
  body: string;
  /** The path to open. */
  navigate: string;
  /** A push about the same thing replaces the previous one. */
  tag: string;
}

/** In code points: even if all of them take four bytes and are escaped, a push still fits. */
const mostTitle = 100;
const mostBody = 240;

const shorten = (text: string, most: number): string => {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
};

/** The subject of a push, for the worker that shows it. */
export interface PushSubject {
  kind: 'notification' | 'message' | 'call';
  room_id?: string;
  message_id?: string;
  notification_id?: string;
  call_id?: string;
}

/** The same without sender and text. */
export const withoutPreview = (text: PushText, { kind }: PushSubject): PushText => ({
  ...text,
  title: { notification: 'New notification', message: 'New message', call: 'Incoming call' }[kind],
  body: '',
});

/** In bytes: the limit of Declarative Web Push and of the strictest services. */
const mostPayload = 3000;
/** The tags of notifications that the device should close. */
export const mostClosed = 20;

/**
 * The payload for a device, at most `mostPayload` long, in the format of Declarative Web Push, which a browser shows even if the app's
 * worker fails.
 * @param about `badge`: the number on the app's icon; `closed`: tags of notifications to close
 */
export function payloadOf(
  { title, body, navigate, tag }: PushText,
  {
    subject,
    badge,
    closed,
    isSilent = false,
  }: { subject: PushSubject; badge: number; closed: readonly string[]; isSilent?: boolean | undefined },
): string {
  const write = (tags: readonly string[], text: string) =>
    JSON.stringify({
      web_push: 8030,
      notification: {
        title: shorten(title, mostTitle),
        body: text,
        navigate,
        tag,
        lang: 'en',
        dir: 'auto',
        silent: isSilent,
      },
      app_badge: badge,
      mutable: true,
      hubbub: { ...subject, ...(tags.length > 0 && { closed: tags }) },
    });
  const isShort = (payload: string) => Buffer.byteLength(payload) <= mostPayload;
  const said = shorten(body.replace(/\s+/g, ' ').trim(), mostBody);
  const tags = closed.slice(0, mostClosed);
  while (tags.length > 0 && !isShort(write(tags, said))) tags.pop();
  let text = said;
  for (let most = mostBody; !isShort(write(tags, text)) && most > 1; most = Math.floor(most / 2))
    text = shorten(said, most);
  return write(tags, text);
}

const urgent: readonly SettingType[] = ['message', 'call', 'mention', 'reply', 'security'];
const idle: readonly SettingType[] = ['vote', 'reaction', 'follow', 'community_post', 'invite'];

/** Whether a push should wake the device. */
export function urgencyOf(type: SettingType): 'low' | 'normal' | 'high' {
  if (urgent.includes(type)) return 'high';
  return idle.includes(type) ? 'low' : 'normal';
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** For how many milliseconds a push is kept for a device that's off; later, the person finds it in the list. */
export const worthPushing = day;
/** A device that no push has reached for this long is removed. */
const deadAfter = 7 * day;

/** A push service's answer. Undefined: it couldn't be reached. */
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

/** The `retry-after` of a push service in milliseconds, from seconds or a date. 0: it can't be read. */
function askedWait(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.max(wait, 0);
}

/**
 * When to try again: after four times as long as before, but as late as the push service asks, within a day.
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

/** Whether a device should be removed because no push has reached it for too long. */
export const isDead = (failedSince: Date | null, now: Date): boolean =>
  failedSince !== null && now.getTime() - failedSince.getTime() > deadAfter;

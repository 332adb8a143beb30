import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';

/** The parameters in a room's URL. */
export interface MeetingParameters {
  room: string;
  /** Starts off if the URL says 0. */
  audio: boolean;
  video: boolean;
  /** Asks to share the screen on joining. */
  screen: boolean;
  /** Hides the person's own video from them. */
  hide: boolean;
  /** Announces who joins and who leaves. */
  notify: boolean;
  /** Milliseconds after which the page leaves on its own; null: unlimited. */
  duration: number | null;
}

/** `1:30:00` or `90:00`; anything else is unlimited. */
function durationIn(text: string | null): number | null {
  const parts = /^(?:(\d+):)?(\d{1,3}):(\d{2})$/.exec(text ?? '');
  if (parts === null) return null;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return total === 0 ? null : total * 1000;
}

/**
 * Parses the built-in room's URL. Its `name` and `avatar` are meant for other services: here they come from the session, so no one can
 * join under someone else's. `roomPassword` is 0, meaning none: anyone with a room's code and a session may join. Null without a valid
 * room.
 */
export function parametersIn(search: URLSearchParams): MeetingParameters | null {
  const room = search.get('room')?.trim() ?? '';
  if (room === '' || codePoints(room) > limits.meeting.room) return null;
  const isOff = (key: string) => search.get(key) === '0';
  const isOn = (key: string) => search.get(key) === '1';
  return {
    room,
    audio: !isOff('audio'),
    video: !isOff('video'),
    screen: isOn('screen'),
    hide: isOn('hide'),
    notify: !isOff('notify'),
    duration: durationIn(search.get('duration')),
  };
}

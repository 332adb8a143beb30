import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';

/** What the address of a room asks for (specification, section 7). */
export interface MeetingParameters {
  room: string;
  /** Off from the start when the address says 0. */
  audio: boolean;
  video: boolean;
  /** Asks to share the screen on joining. */
  screen: boolean;
  /** One's own picture is not shown to oneself. */
  hide: boolean;
  /** Says who comes and who goes. */
  notify: boolean;
  /** Milliseconds after which the page leaves by itself; null: unlimited. */
  duration: number | null;
}

/** `1:30:00` or `90:00`; everything else is unlimited. */
function durationIn(text: string | null): number | null {
  const parts = /^(?:(\d+):)?(\d{1,3}):(\d{2})$/.exec(text ?? '');
  if (parts === null) return null;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return total === 0 ? null : total * 1000;
}

/**
 * Reads the address of the built-in room. `name` and `avatar` in it are for other services: here they are those of the session, and
 * nobody comes in under another's. `roomPassword` is 0, for none: whoever has the code of a room and a session may come in.
 * Null without a room that can be one.
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

/** The prefix of calls' codes. Nobody can make up such a code: the meeting is open only during its call, and only to people in its room. */
export const callCodePrefix = 'call~';

/** What the caller, or somebody who was asked, has done about a call. */
export type CallState = 'starting' | 'ringing' | 'joined' | 'left' | 'declined' | 'missed';

/**
 * Whether a call is over. It isn't while nobody has joined yet but somebody still may.
 * @param call.present how many people are in it now
 * @param call.waits whether one person may be in it alone
 * @param call.isDue whether its time for ringing is over
 */
export function isOver(call: {
  states: readonly CallState[];
  present: number;
  isAnswered: boolean;
  isDue: boolean;
  waits: boolean;
}): boolean {
  const { states, present, isAnswered, isDue, waits } = call;
  const hasStarted = states.some((state) => state === 'joined' || state === 'left');
  if (present === 0 && (hasStarted || isDue)) return true;
  if (isAnswered || waits) return false;
  const wasAsked = states.some((state) => state === 'declined' || state === 'missed');
  return isDue || (wasAsked && !states.includes('ringing'));
}

/** The text of a call's message, for clients that don't know such messages. @param seconds null: nobody answered */
export function lineOf(seconds: number | null): string {
  if (seconds === null) return 'Missed call';
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return `Call, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `Call, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** How the codes of calls begin, which nobody makes up: such a meeting is open only while its call is on, and to those in its room. */
export const callCodePrefix = 'call~';

/** What somebody asked, or who calls, has done about a call. */
export type CallState = 'starting' | 'ringing' | 'joined' | 'left' | 'declined' | 'missed';

/**
 * Whether a call is over. It isn't while nobody has come yet and somebody may.
 * @param call.present how many people are in it now
 * @param call.waits whether one person may be in it without anybody who was asked
 * @param call.isDue whether it has rung as long as calls do
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

/** A call's line for clients that know nothing of lines. @param seconds null: nobody answered */
export function lineOf(seconds: number | null): string {
  if (seconds === null) return 'Missed call';
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return `Call, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `Call, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

const [minute, hour] = [60, 3600];

/** What slow mode is usually set to, in seconds. */
const usual = [
  0,
  5,
  10,
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  6 * hour,
];

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Seconds as a person says them: "30 seconds", "5 minutes", "1 hour". */
export function spokenDuration(seconds: number): string {
  if (seconds % hour === 0) return counted(seconds / hour, 'hour');
  return seconds % minute === 0 ? counted(seconds / minute, 'minute') : counted(seconds, 'second');
}

/** The choices of slow mode, the current one among them. */
export function slowModes(current: number): { value: string; label: string }[] {
  return [...new Set([...usual, current])]
    .toSorted((one, other) => one - other)
    .map((seconds) => ({ value: String(seconds), label: seconds === 0 ? 'Off' : spokenDuration(seconds) }));
}

/** Seconds that are left until a time; 0 if it's over, or there's none. */
export const secondsUntil = (until: string | null, now: number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));

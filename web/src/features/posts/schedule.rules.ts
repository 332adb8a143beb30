const two = (number: number) => String(number).padStart(2, '0');

/** A time as a `datetime-local` field has it: "2026-11-28T16:05", in the time zone of this device. */
export function fieldTime(time: Date): string {
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The moment that such a field says; null while it says none. */
export function momentOf(field: string): string | null {
  const time = new Date(field);
  return field === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** What a field begins with: the next full hour that's at least half an hour away. */
export function proposedTime(now: number): string {
  const time = new Date(now + 30 * 60_000);
  time.setHours(time.getHours() + 1, 0, 0, 0);
  return fieldTime(time);
}

/** This device's time zone, as a person knows it: "Europe/Berlin, GMT+1". */
export function zoneName(time: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const { timeZone } = format.resolvedOptions();
  return timeZone === offset || offset === '' ? timeZone : `${timeZone.replaceAll('_', ' ')}, ${offset}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const dayWithYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const twelveHours = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', hour12: true });
const long = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, in as few letters as a list bears: "now", "5m", "3h", "2d", then the date. A clock that runs ahead gives "now". */
export function relativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  const age = now - then;
  if (age < minute) return 'now';
  if (age < hour) return `${Math.floor(age / minute)}m`;
  if (age < day) return `${Math.floor(age / hour)}h`;
  if (age < 7 * day) return `${Math.floor(age / day)}d`;
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayOfYear : dayWithYear).format(then);
}

/** Date and time of day: "Mar 12, 2026, 4:05 PM". */
export function exactTime(iso: string): string {
  return exact.format(Date.parse(iso));
}

/** Section 9: hour and minute on a 12-hour clock: "4:05 PM". */
export function timeOfDay(iso: string): string {
  return twelveHours.format(Date.parse(iso));
}

/** Section 9: a date in long form: "March 12, 2026". */
export function longDate(iso: string): string {
  return long.format(Date.parse(iso));
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/** When something last happened, for a list: the time of day today, the weekday within a week, then the date. */
export function listTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  const days = Math.round((startOfDay(now) - startOfDay(then)) / day);
  if (days <= 0) return timeOfDay(iso);
  if (days < 7) return weekday.format(then);
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayOfYear : dayWithYear).format(then);
}

/** A length in seconds as "0:07", "12:30" or "1:02:03". */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '');
}

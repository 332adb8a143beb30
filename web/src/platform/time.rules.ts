const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);
const sameYear = (one: number, other: number) => new Date(one).getFullYear() === new Date(other).getFullYear();

/**
 * Dates and times of day in a readable form. English has a fixed format, on a 12-hour clock; every other language has its own.
 * @param language the browser's first language, as a BCP 47 tag
 */
export function createTimes(language: string) {
  const english = /^en\b/i.test(language);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(english ? 'en' : language, options).format;
  const dayOfYear = format({ day: 'numeric', month: 'short' });
  const dayWithYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const time = format({ hour: 'numeric', minute: '2-digit', ...(english && { hour12: true }) });
  const long = format({ dateStyle: 'long' });
  const weekday = format({ weekday: 'short' });
  const weekdayAndDay = format({ weekday: 'long', month: 'long', day: 'numeric' });
  const exact = format({ dateStyle: 'medium', timeStyle: 'short' });
  const shortDate = (then: number, now: number) => (sameYear(then, now) ? dayOfYear : dayWithYear)(then);

  return {
    /** A compact relative time for lists: "now", "5m", "3h", "2d", then the date. A clock that runs ahead gives "now". */
    relativeTime(iso: string, now: number): string {
      const then = Date.parse(iso);
      const age = now - then;
      if (age < minute) return 'now';
      if (age < hour) return `${Math.floor(age / minute)}m`;
      if (age < day) return `${Math.floor(age / hour)}h`;
      if (age < 7 * day) return `${Math.floor(age / day)}d`;
      return shortDate(then, now);
    },
    /** Date and time: "Mar 12, 2026, 4:05 PM". */
    exactTime: (iso: string): string => exact(Date.parse(iso)),
    /** Hour and minute: "4:05 PM". */
    timeOfDay: (when: string | number): string => time(new Date(when)),
    /** A date in long form: "March 12, 2026". */
    longDate: (iso: string): string => long(Date.parse(iso)),
    /** "Thursday, March 12". */
    weekdayAndDate: (when: number): string => weekdayAndDay(when),
    /** When something last happened, for a list: the time of day for today, the weekday within a week, then the date. */
    listTime(iso: string, now: number): string {
      const then = Date.parse(iso);
      const days = Math.round((startOfDay(now) - startOfDay(then)) / day);
      if (days <= 0) return time(then);
      if (days < 7) return weekday(then);
      return shortDate(then, now);
    },
  };
}

/** A duration in seconds as "0:07", "12:30" or "1:02:03". */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '');
}

import { createTimes } from '#platform/time.rules.ts';

/** Dates and times of day in the browser's language; see `createTimes`. */
export const { exactTime, listTime, longDate, relativeTime, timeOfDay, weekdayAndDate } = createTimes(
  navigator.language,
);

import { day, hour, type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof moderationLimits> {}
}

export const moderationLimits = {
  /** Reports one person makes. */
  reports: [
    { points: 30, seconds: hour },
    { points: 100, seconds: day },
  ],
  /** Appeals one person makes while logged in. */
  'own-appeals': [{ points: 10, seconds: day }],
  /** Appeals with a link's token, and reads of what it's about. */
  appeals: [{ points: 60, seconds: 10 * minute }],
} as const satisfies LimitTable;

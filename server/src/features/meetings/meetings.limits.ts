import { hour, type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof meetingsLimits> {}
}

export const meetingsLimits = {
  /** Reactions, raised hands and muting by one person, in all meetings together. */
  'meeting-gestures': [{ points: 60, seconds: minute }],
  /** Calls by one person that ring for others. */
  rings: [
    { points: 10, seconds: minute },
    { points: 60, seconds: hour },
  ],
} as const satisfies LimitTable;

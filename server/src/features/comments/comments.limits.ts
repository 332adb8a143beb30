import { hour, type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof commentsLimits> {}
}

export const commentsLimits = {
  /** New comments by one person: enough for a lively conversation, but not for a flood. */
  comments: [
    { points: 100, seconds: minute },
    { points: 600, seconds: hour },
  ],
} as const satisfies LimitTable;

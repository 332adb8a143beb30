import { hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof commentsLimits> {}
}

export const commentsLimits = {
  /** New comments by one person. */
  comments: [{ points: 600, seconds: hour }],
} as const satisfies LimitTable;

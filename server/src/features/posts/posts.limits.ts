import { hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof postsLimits> {}
}

export const postsLimits = {
  /** New posts by one person. */
  posts: [{ points: 300, seconds: hour }],
} as const satisfies LimitTable;

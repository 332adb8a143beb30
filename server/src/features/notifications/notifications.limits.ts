import { type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof notificationsLimits> {}
}

export const notificationsLimits = {
  /** How often one session asks by HTTP for what sockets would tell it. */
  live: [{ points: 1, seconds: 1 }],
  /** How often a person tests pushes. */
  'push-tests': [{ points: 5, seconds: 10 * minute }],
} as const satisfies LimitTable;

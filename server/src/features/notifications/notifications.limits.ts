import { type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof notificationsLimits> {}
}

export const notificationsLimits = {
  /** How often one session polls what sockets would push. */
  live: [{ points: 1, seconds: 1 }],
  /** How often a person sends test pushes. */
  'push-tests': [{ points: 5, seconds: 10 * minute }],
} as const satisfies LimitTable;

import type { LimitTable, NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof notificationsLimits> {}
}

export const notificationsLimits = {
  /** How often one session asks by HTTP for what sockets would tell it. */
  live: [{ points: 1, seconds: 1 }],
} as const satisfies LimitTable;

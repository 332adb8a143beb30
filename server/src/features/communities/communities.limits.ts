import { hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof communitiesLimits> {}
}

export const communitiesLimits = {
  /** Communities one person creates. */
  communities: [{ points: 100, seconds: hour }],
  /** Bans one person makes in all communities together. */
  bans: [{ points: 60, seconds: hour }],
} as const satisfies LimitTable;

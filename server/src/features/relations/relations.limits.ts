import { hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof relationsLimits> {}
}

export const relationsLimits = {
  /** How often one person follows somebody. */
  follows: [{ points: 600, seconds: hour }],
} as const satisfies LimitTable;

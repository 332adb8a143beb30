import { type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof roomsLimits> {}
}

export const roomsLimits = {
  /** Messages one person sends, in all rooms together. */
  messages: [{ points: 300, seconds: minute }],
} as const satisfies LimitTable;

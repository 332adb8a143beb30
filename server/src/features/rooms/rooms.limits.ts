import { type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof roomsLimits> {}
}

export const roomsLimits = {
  /**
   * Messages one person sends, in all rooms together: nobody types as many. What was written without a connection may come in one burst;
   * what's beyond it, the app sends when the limit allows.
   */
  messages: [
    { points: 100, seconds: minute / 2 },
    { points: 1_200, seconds: 10 * minute },
  ],
} as const satisfies LimitTable;

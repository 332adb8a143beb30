import { type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof roomsLimits> {}
}

export const roomsLimits = {
  /**
   * Messages that one person sends, in all rooms together: nobody types that many. Messages written offline may arrive in one burst; beyond
   * the limit, the app waits and sends the rest later.
   */
  messages: [
    { points: 100, seconds: minute / 2 },
    { points: 1_200, seconds: 10 * minute },
  ],
} as const satisfies LimitTable;

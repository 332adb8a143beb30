import { day, type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof assistantLimits> {}
}

export const assistantLimits = {
  /** Questions to the assistant: each costs the host money. */
  assistant: [
    { points: 20, seconds: minute },
    { points: 300, seconds: day },
  ],
} as const satisfies LimitTable;

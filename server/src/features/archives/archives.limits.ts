import { day, hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof archivesLimits> {}
}

export const archivesLimits = {
  /** How many exports one person starts. */
  exports: [{ points: 4, seconds: day }],
  /** How many exports of other people one admin starts. */
  'person-exports': [{ points: 60, seconds: day }],
  /** How many archives one person uploads, accepted or not: a bad connection may need many attempts. */
  imports: [
    { points: 10, seconds: hour },
    { points: 40, seconds: day },
  ],
} as const satisfies LimitTable;

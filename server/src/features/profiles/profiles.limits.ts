import { hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof profilesLimits> {}
}

export const profilesLimits = {
  'profile-update': [{ points: 120, seconds: hour }],
} as const satisfies LimitTable;

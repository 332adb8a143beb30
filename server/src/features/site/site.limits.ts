import { type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof siteLimits> {}
}

export const siteLimits = {
  /** Reads of the site's public data: every page's first request, even without a session. */
  site: [{ points: 6_000, seconds: minute }],
  /** Codes of set-up links. */
  'site-setup': [{ points: 30, seconds: 10 * minute }],
} as const satisfies LimitTable;

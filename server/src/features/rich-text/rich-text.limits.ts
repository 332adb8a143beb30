import { hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof richTextLimits> {}
}

export const richTextLimits = {
  /** Previews for the links that one person writes; further links have none. */
  'link-previews': [{ points: 120, seconds: hour }],
} as const satisfies LimitTable;

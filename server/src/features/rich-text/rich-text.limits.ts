import { hour, type LimitTable, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof richTextLimits> {}
}

export const richTextLimits = {
  /** Previews of the links that one person writes; what they write beyond that has none. */
  'link-previews': [{ points: 120, seconds: hour }],
} as const satisfies LimitTable;

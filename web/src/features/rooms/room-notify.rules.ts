/** For how long a choice holds. */
export type Span = 'always' | 'hour' | 'tomorrow';

/** The hour of the next day at which "until tomorrow" ends. */
const morning = 8;

/** When a choice made now ends, as an ISO time; null: it doesn't. */
export function endOf(span: Span, now: Date): string | null {
  if (span === 'always') return null;
  const end = new Date(now);
  if (span === 'hour') end.setTime(end.getTime() + 60 * 60_000);
  else {
    end.setDate(end.getDate() + 1);
    end.setHours(morning, 0, 0, 0);
  }
  return end.toISOString();
}

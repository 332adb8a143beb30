/** Where a page of a list starts: after the conversation with this time and this id. */
export interface ListPlace {
  /** As PostgreSQL reads it, in microseconds. */
  time: string;
  id: string;
}

const place = /^(\d{1,17})\.([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

/** The position from a page's `next`, as text; undefined for anything no page can have returned. */
export function parsePlace(text: string): ListPlace | undefined {
  const [, digits, id] = place.exec(text) ?? [];
  if (digits === undefined || id === undefined) return undefined;
  const seconds = BigInt(digits) / 1_000_000n;
  const rest = String(BigInt(digits) % 1_000_000n).padStart(6, '0');
  const time = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', `.${rest}Z`);
  return { time, id };
}

/** A conversation's cursor as text; `microseconds` since 1970. */
export const formatPlace = ({ microseconds, id }: { microseconds: number; id: string }): string =>
  `${microseconds}.${id}`;

/** Lists have the latest activity first; of two at the same time, the one with the higher id. */
export const inListOrder = (
  one: { microseconds: number; id: string },
  other: { microseconds: number; id: string },
): number => other.microseconds - one.microseconds || (one.id < other.id ? 1 : -1);

/** You can't have a conversation with yourself. */
export const mayTalkTo = (caller: { userId: string }, other: { userId: string }): boolean =>
  caller.userId !== other.userId;

/** Opening a conversation's newest page marks it as read; scrolling back and catching up don't. */
export const isOpening = (page: {
  before?: string | undefined;
  after?: string | undefined;
  changed_since?: string | undefined;
}): boolean => page.before === undefined && page.after === undefined && page.changed_since === undefined;

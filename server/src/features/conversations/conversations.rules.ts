/** Where a page of a list begins: after the conversation that has this time and this id. */
export interface ListPlace {
  /** As PostgreSQL reads it, to the microsecond. */
  time: string;
  id: string;
}

const place = /^(\d{1,17})\.([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

/** The place that `next` of a page named, as text; undefined for what no page can have named. */
export function parsePlace(text: string): ListPlace | undefined {
  const [, digits, id] = place.exec(text) ?? [];
  if (digits === undefined || id === undefined) return undefined;
  const seconds = BigInt(digits) / 1_000_000n;
  const rest = String(BigInt(digits) % 1_000_000n).padStart(6, '0');
  const time = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', `.${rest}Z`);
  return { time, id };
}

/** The place of a conversation, as text; `microseconds` since 1970. */
export const formatPlace = ({ microseconds, id }: { microseconds: number; id: string }): string =>
  `${microseconds}.${id}`;

/** Nobody has a conversation with themselves. */
export const mayTalkTo = (caller: { userId: string }, other: { userId: string }): boolean =>
  caller.userId !== other.userId;

/** A conversation is read by who opens its newest page, not by who leafs through it or catches up. */
export const isOpening = (page: { before?: string | undefined; after?: string | undefined }): boolean =>
  page.before === undefined && page.after === undefined;

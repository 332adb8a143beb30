/** Where a page of a list starts: after the room with this position and this id. */
export interface ListCursor {
  position: number;
  id: string;
}

const pattern = /^(\d{1,15})\.([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

/** The position from a page's `next`; undefined for anything no page can have returned. */
export function parseCursor(text: string): ListCursor | undefined {
  const [, digits, id] = pattern.exec(text) ?? [];
  return digits === undefined || id === undefined ? undefined : { position: Number(digits), id };
}

/** A room's cursor as text. */
export const formatCursor = ({ position, id }: ListCursor): string => `${position}.${id}`;

/** You can't have a conversation with yourself. */
export const mayTalkTo = (caller: { userId: string }, other: { userId: string }): boolean =>
  caller.userId !== other.userId;

/** Opening a conversation's newest page marks it as read; scrolling back and catching up don't. */
export const isOpening = (page: {
  before?: string | undefined;
  after?: string | undefined;
  changed_since?: string | undefined;
}): boolean => page.before === undefined && page.after === undefined && page.changed_since === undefined;

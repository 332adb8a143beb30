/** Where a page of a list starts: after the room with this place and this id. */
export interface ListPlace {
  position: number;
  id: string;
}

const place = /^(\d{1,15})\.([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

/** The position from a page's `next`; undefined for anything no page can have returned. */
export function parsePlace(text: string): ListPlace | undefined {
  const [, digits, id] = place.exec(text) ?? [];
  return digits === undefined || id === undefined ? undefined : { position: Number(digits), id };
}

/** A room's cursor as text. */
export const formatPlace = ({ position, id }: ListPlace): string => `${position}.${id}`;

/** You can't have a conversation with yourself. */
export const mayTalkTo = (caller: { userId: string }, other: { userId: string }): boolean =>
  caller.userId !== other.userId;

/** Opening a conversation's newest page marks it as read; scrolling back and catching up don't. */
export const isOpening = (page: {
  before?: string | undefined;
  after?: string | undefined;
  changed_since?: string | undefined;
}): boolean => page.before === undefined && page.after === undefined && page.changed_since === undefined;

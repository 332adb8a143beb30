import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';

/** A page of the list, as answered. */
export interface NotificationPage {
  notifications: Notification[];
  unread: number;
}

/** Everything listed, once each: one that has grown since an older page was loaded is on top already. */
export function listed(pages: readonly NotificationPage[]): Notification[] {
  const seen = new Set<string>();
  return pages
    .flatMap(({ notifications }) => notifications)
    .filter(({ group }) => {
      if (seen.has(group)) return false;
      seen.add(group);
      return true;
    });
}

/** Puts a notification that has just come on top, in place of the one it has grown from. */
export function withNewest(pages: readonly NotificationPage[], newest: Notification): NotificationPage[] {
  const rest = pages.map((page) => ({
    ...page,
    notifications: page.notifications.filter(({ group }) => group !== newest.group),
  }));
  const [first, ...others] = rest;
  if (first === undefined) return [];
  return [{ ...first, notifications: [newest, ...first.notifications] }, ...others];
}

/** Marks notifications as read: these, or all if `ids` is left out. */
export const withRead = (pages: readonly NotificationPage[], ids?: ReadonlySet<string>): NotificationPage[] =>
  pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((each) =>
      each.read || (ids !== undefined && !ids.has(each._id)) ? each : { ...each, read: true },
    ),
  }));

/** How many of those listed are unread. */
export const unreadIn = (pages: readonly NotificationPage[]): number =>
  listed(pages).filter(({ read }) => !read).length;

/** A piece of a notification's sentence. */
export interface Piece {
  text: string;
  isName: boolean;
}

/** A sentence in pieces, so that the names of those who did it stand out: "Ana", ", ", "Jonas", " and 4 others liked your post". */
export function piecesOf({ text, actors }: Pick<Notification, 'text' | 'actors'>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { name, username } of actors) {
    const shown = name ?? username;
    const start = text.indexOf(shown, at);
    // Names are at the beginning, with nothing between them but a comma or "and".
    if (start < 0 || !['', ', ', ' and '].includes(text.slice(at, start))) break;
    if (start > at) pieces.push({ text: text.slice(at, start), isName: false });
    pieces.push({ text: shown, isName: true });
    at = start + shown.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isName: false });
  return pieces;
}

/** A row of the list: a notification, or several of its kind in one. */
export interface Row extends Notification {
  /** Of all that are in it. */
  ids: readonly string[];
  unreadIds: readonly string[];
}

/** Reports that wait are one row, at the place of the newest, which leads to all of them. */
export function rowsOf(notifications: readonly Notification[]): Row[] {
  const reports = notifications.filter(({ type }) => type === 'report');
  return notifications.flatMap((one): Row[] => {
    const those = one.type === 'report' ? reports : [one];
    if (those[0] !== one) return [];
    const ids = those.map(({ _id }) => _id);
    const row = { ...one, ids, unreadIds: those.filter(({ read }) => !read).map(({ _id }) => _id) };
    if (those.length === 1) return [row];
    const [url = one.url] = one.url.split('?');
    return [{ ...row, url, text: `${those.length} reports are waiting for you`, excerpt: '' }];
  });
}

/** Whether a notification is about something that waits for moderators. */
export const isForTeam = ({ type }: Pick<Notification, 'type'>): boolean => type === 'report' || type === 'appeal';

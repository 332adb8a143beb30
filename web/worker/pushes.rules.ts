/** What the server pushes: Declarative Web Push, and in `hubbub` what it's about. */
export interface PushPayload {
  notification: { title: string; body: string; navigate: string; tag: string; lang: string; silent: boolean };
  app_badge: number;
  hubbub: {
    kind: 'notification' | 'message' | 'call';
    room_id?: string;
    message_id?: string;
    /** Tags of what needn't be shown any longer. */
    closed?: string[];
  };
}

/** What a person can do about a notification without opening the app. */
export type PushAction = 'reply' | 'read' | 'mute';

/** What a shown notification carries. */
export interface ShownData {
  navigate: string;
  roomId?: string | undefined;
  messageId?: string | undefined;
}

interface Shown extends NotificationOptions {
  data: ShownData;
  actions: { action: PushAction; title: string }[];
  renotify: boolean;
}

const roomActions: Shown['actions'] = [
  { action: 'reply', title: 'Reply' },
  { action: 'read', title: 'Mark as read' },
  { action: 'mute', title: 'Mute for an hour' },
];

/** How a push is shown: one for each tag, so that a room's messages are in one place. */
export function shownOf({ notification, hubbub }: PushPayload): { title: string; options: Shown } {
  const { title, body, navigate, tag, lang, silent } = notification;
  const { kind, room_id: roomId, message_id: messageId } = hubbub;
  return {
    title,
    options: {
      body,
      tag,
      lang,
      dir: 'auto',
      silent,
      renotify: !silent,
      icon: '/icons/192.png',
      data: { navigate, roomId, messageId },
      actions: kind === 'message' ? roomActions : [],
    },
  };
}

/** A push that can't be read is still shown, because browsers end the pushes of a site that shows none. */
export const unreadable: PushPayload = {
  notification: {
    title: 'New notification',
    body: '',
    navigate: '/notifications',
    tag: 'unreadable',
    lang: 'en',
    silent: false,
  },
  app_badge: 0,
  hubbub: { kind: 'notification' },
};

/** Where a click leads: the address within the app, ready to write if the person wants to reply. */
export function placeOf({ navigate }: ShownData, action: string, origin: string): string {
  const { pathname, search } = new URL(navigate, origin);
  return `${pathname}${search}${action === 'reply' ? '#reply' : ''}`;
}

/** The call that an action makes; undefined: it opens the app. @param now in ms */
export function callOf(
  { roomId, messageId }: ShownData,
  action: string,
  now: number,
): { path: string; body: object } | undefined {
  if (roomId === undefined) return undefined;
  if (action === 'read' && messageId !== undefined)
    return { path: `/v1/rooms/${roomId}/read`, body: { up_to: messageId } };
  if (action === 'mute')
    return {
      path: `/v1/rooms/${roomId}/notify`,
      body: { notify: 'none', until: new Date(now + 60 * 60 * 1000).toISOString() },
    };
  return undefined;
}

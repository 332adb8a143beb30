/** What the server pushes: Declarative Web Push, and in `hubbub` what it's about. */
export interface PushPayload {
  notification: { title: string; body: string; navigate: string; tag: string; lang: string; silent: boolean };
  app_badge: number;
  hubbub: {
    kind: 'notification' | 'message' | 'call';
    room_id?: string;
    message_id?: string;
    call_id?: string;
    /** Tags of what needn't be shown any longer. */
    closed?: string[];
  };
}

/** What a person can do about a notification without opening the app. */
export type PushAction = 'reply' | 'read' | 'mute' | 'answer' | 'decline';

/** What a shown notification carries. */
export interface ShownData {
  navigate: string;
  roomId?: string | undefined;
  messageId?: string | undefined;
  callId?: string | undefined;
}

interface Shown extends NotificationOptions {
  data: ShownData;
  actions: { action: PushAction; title: string }[];
  renotify: boolean;
  requireInteraction: boolean;
}

const roomActions: Shown['actions'] = [
  { action: 'reply', title: 'Reply' },
  { action: 'read', title: 'Mark as read' },
  { action: 'mute', title: 'Mute for an hour' },
];

const callActions: Shown['actions'] = [
  { action: 'answer', title: 'Answer' },
  { action: 'decline', title: 'Decline' },
];

const actionsOf = { notification: [], message: roomActions, call: callActions };

/** How a push is shown: one for each tag, so that a room's messages are in one place. */
export function shownOf({ notification, hubbub }: PushPayload): { title: string; options: Shown } {
  const { title, body, navigate, tag, lang, silent } = notification;
  const { kind, room_id: roomId, message_id: messageId, call_id: callId } = hubbub;
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
      // A call stays until it's answered, or another push says that it was missed.
      requireInteraction: kind === 'call',
      data: { navigate, roomId, messageId, callId },
      actions: actionsOf[kind],
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

/** Where a click leads: the address within the app, ready to write if the person wants to reply, and in the call if they answer it. */
export function placeOf({ navigate }: ShownData, action: string, origin: string): string {
  const { pathname, search } = new URL(navigate, origin);
  return `${pathname}${search}${action === 'reply' || action === 'answer' ? `#${action}` : ''}`;
}

/** The call that an action makes; undefined: it opens the app. @param now in ms */
export function callOf(
  { roomId, messageId, callId }: ShownData,
  action: string,
  now: number,
): { method: 'PUT' | 'POST'; path: string; body: object } | undefined {
  if (action === 'decline' && callId !== undefined)
    return { method: 'POST', path: `/v1/calls/${callId}/decline`, body: {} };
  if (roomId === undefined) return undefined;
  if (action === 'read' && messageId !== undefined)
    return { method: 'PUT', path: `/v1/rooms/${roomId}/read`, body: { up_to: messageId } };
  if (action === 'mute')
    return {
      method: 'PUT',
      path: `/v1/rooms/${roomId}/notify`,
      body: { notify: 'none', until: new Date(now + 60 * 60 * 1000).toISOString() },
    };
  return undefined;
}

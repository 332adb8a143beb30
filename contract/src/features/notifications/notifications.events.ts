import type { UnreadCounts } from '../channels/channels.endpoints.ts';
import type { Notification } from './notifications.shapes.ts';

export interface NotificationServerEvents {
  /** A new notification of the receiver's, or one that has grown. */
  notification: (notification: Notification) => void;
  /** What has changed of what GET /v1/unread answers. A channel with nothing unread is one that has been read. */
  unreadChanged: (change: Partial<UnreadCounts>) => void;
}

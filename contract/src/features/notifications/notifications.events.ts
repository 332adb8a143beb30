import type { UnreadCounts } from '../channels/channels.endpoints.ts';
import type { Notification } from './notifications.shapes.ts';

export interface NotificationServerEvents {
  /** A new notification of the receiver's, or one that has grown. */
  notification: (notification: Notification) => void;
  /** The parts of GET /v1/unread's answer that have changed. A channel with nothing unread has been read. */
  unreadChanged: (change: Partial<UnreadCounts>) => void;
}

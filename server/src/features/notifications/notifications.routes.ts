import { readUnread as readUnreadCall } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { setRoomNotify as setRoomNotifyCall } from '@hubbub/contract/features/messages/messages.endpoints.ts';
import * as calls from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { type Http, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { listNotifications, readNotifications } from './notifications.service.ts';
import { readSettings, updateSettings } from './settings.service.ts';
import { readUnread, setRoomNotify } from './unread.service.ts';

const reads = { limits: [perPerson('reads')] };
const writes = { limits: [perPerson('writes')] };

/** The calls about what people are told. */
export function registerNotificationsRoutes(http: Http): void {
  const { platform } = http;

  route(http, calls.listNotifications, reads, ({ session, query }) =>
    listNotifications(platform, session.userId, query),
  );
  route(http, calls.readNotifications, writes, ({ session, body }) =>
    readNotifications(platform, session.userId, body),
  );
  statementRoute(http, readUnreadCall, reads, ({ tokenHash }) => readUnread(platform, tokenHash));
  route(http, setRoomNotifyCall, writes, ({ session, params, body }) =>
    setRoomNotify(platform, session.userId, params.room_id, body),
  );
  route(http, calls.readNotificationSettings, reads, ({ session }) => readSettings(platform, session.userId));
  route(http, calls.updateNotificationSettings, writes, ({ session, body }) =>
    updateSettings(platform, session.userId, body),
  );
}

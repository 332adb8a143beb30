import { readUnread as readUnreadCall } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { readLive as readLiveCall } from '@hubbub/contract/features/notifications/live.endpoints.ts';
import * as calls from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import * as push from '@hubbub/contract/features/notifications/push.endpoints.ts';
import { type Http, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { readLive } from './live.service.ts';
import { listNotifications, readNotifications } from './notifications.service.ts';
import {
  addPushSubscription,
  listPushDevices,
  readPushKey,
  removePushDevice,
  removePushSubscription,
} from './push.service.ts';
import { pushTest } from './push-sending.service.ts';
import { readSettings, updateSettings } from './settings.service.ts';
import { readUnread } from './unread.service.ts';

const reads = { limits: [perPerson('reads')] };
const writes = { limits: [perPerson('writes')] };

/** The calls about notifications. */
export function registerNotificationsRoutes(http: Http): void {
  const { platform } = http;

  route(http, calls.listNotifications, reads, ({ session, query }) =>
    listNotifications(platform, session.userId, query),
  );
  route(http, calls.readNotifications, writes, ({ session, body }) =>
    readNotifications(platform, session.userId, body),
  );
  statementRoute(http, readUnreadCall, reads, ({ tokenHash }) => readUnread(platform, tokenHash));
  route(http, readLiveCall, { ...reads, etag: true }, ({ session, query }) => readLive(platform, session, query));
  route(http, calls.readNotificationSettings, reads, ({ session }) => readSettings(platform, session.userId));
  route(http, push.readPushKey, reads, () => readPushKey(platform));
  route(http, push.addPushSubscription, writes, ({ session, body }) => addPushSubscription(platform, session, body));
  route(http, push.listPushDevices, reads, ({ session }) => listPushDevices(platform, session));
  route(http, push.removePushDevice, writes, ({ session, params }) =>
    removePushDevice(platform, session, params.device_id),
  );
  route(http, push.testPushes, { limits: [perPerson('push-tests')] }, async ({ session }) => ({
    sent: await pushTest(platform, session.userId),
  }));
  route(http, push.removePushSubscription, writes, ({ session, body }) =>
    removePushSubscription(platform, session, body),
  );
  route(http, calls.updateNotificationSettings, writes, ({ session, body }) =>
    updateSettings(platform, session.userId, body),
  );
}

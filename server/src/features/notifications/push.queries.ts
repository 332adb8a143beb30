import type { Hot, Statement } from '#platform/database/database.ts';
import { once } from '#platform/database/session-statement.ts';
import { isTellable } from './notifications.access.ts';
import { type ShownRow, shownColumns, shownFrom } from './notifications.queries.ts';

const pushableStatement = once(
  (): Statement => ({
    name: 'notifications-pushable',
    text: `select ${shownColumns()} from ${shownFrom(`select notifications.* from notifications
      join unnest($1::uuid[], $2::uuid[]) told (user_id, id) on told.user_id = notifications.user_id and told.id = notifications.id
      where not notifications.read and ${isTellable('notifications')}`)}`,
  }),
);

/** Those of these notifications that their people haven't read, and may see at this moment. */
export const listPushable = (hot: Hot, told: readonly { userId: string; id: string }[]): Promise<ShownRow[]> =>
  hot.query<ShownRow>(pushableStatement(), [told.map(({ userId }) => userId), told.map(({ id }) => id)]);

import type { Platform } from '#platform/platform.ts';
import { listNews, listPushable } from './push.queries.ts';
import { mostClosed } from './push.rules.ts';
import { listPushed, type PushedRow } from './pushed.queries.ts';

/** The tags of notifications on these devices that have been read or hidden since, or are over. */
export async function closedOnDevices(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  deviceIds: readonly string[],
): Promise<(deviceId: string) => string[]> {
  const pushed = await listPushed(db.kysely, deviceIds);
  if (pushed.length === 0) return () => [];
  const isEnded = ({ ends_at }: PushedRow) => ends_at !== null && ends_at <= clock.now();
  const [told, news] = await Promise.all([
    listPushable(
      db.reads,
      pushed.flatMap(({ user_id: userId, notification_id: id }) => (id === null ? [] : [{ userId, id }])),
    ),
    listNews(
      db.reads,
      pushed.flatMap(({ user_id: userId, room_id: roomId, ends_at }) =>
        roomId === null || ends_at !== null ? [] : [{ userId, roomId }],
      ),
    ),
  ]);
  const stillNew = new Set([
    ...told.map(({ user_id, id }) => `${user_id} ${id}`),
    ...news.map(({ user_id, room_id }) => `${user_id} ${room_id}`),
  ]);
  const closed = Map.groupBy(
    pushed.filter((row) =>
      row.ends_at === null ? !stillNew.has(`${row.user_id} ${row.notification_id ?? row.room_id}`) : isEnded(row),
    ),
    ({ device_id }) => device_id,
  );
  return (deviceId) => (closed.get(deviceId) ?? []).map(({ tag }) => tag).slice(0, mostClosed);
}

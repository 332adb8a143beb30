import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Platform } from '#platform/platform.ts';
import { listShown } from './notifications.queries.ts';
import { viewNotification } from './notifications.view.ts';

/** A notification in an archive: what happened, without other people's words. */
interface OwnNotification {
  notification_id: string;
  created_at: string;
  kind: NotificationType;
  text: string;
  read: boolean;
  url: string;
}

/** A person's notifications at this moment, newest first, in pages. */
export async function* ownNotifications({ db }: Platform, userId: string): AsyncGenerator<OwnNotification[]> {
  const size = limits.page.listMax;
  for (let before: string | undefined; ; ) {
    const { rows } = await listShown(db.reads, userId, { filter: 'all', before, size });
    const page = rows.slice(0, size).map(viewNotification);
    if (page.length > 0) {
      yield page.map(({ _id, created_at, type, text, read, url }) => ({
        notification_id: _id,
        created_at,
        kind: type,
        text,
        read,
        url,
      }));
    }
    if (rows.length < size) return;
    before = page.at(-1)?._id;
  }
}

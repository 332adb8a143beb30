import { isPreviewed, previewLink } from '#features/rich-text/public.ts';
import type { Platform } from '#platform/platform.ts';
import { announceLater } from './announce.service.ts';
import { findText, lockChanges, setLink } from './changes.queries.ts';
import type {} from './rooms.events.ts';

/**
 * Queues fetching the preview of a stored message's link. Not in the transaction that stores the message, which many messages share: if the
 * server is killed right here, the message stays without a preview.
 */
export async function fetchLink(
  platform: Platform,
  { id, content, authorId }: { id: number; content: string; authorId: string },
): Promise<void> {
  const { db, deferred, log } = platform;
  try {
    if (!(await isPreviewed(platform, content, authorId))) return;
    await deferred.emit(db.kysely, 'messages.linked', [{ id }], { waitsFor: authorId });
  } catch (error) {
    log.warn({ err: error }, "couldn't ask for the preview of a link");
  }
}

/** Fetches previews, and shows them to everyone who gets the message. */
export function subscribeLinks(platform: Platform): void {
  const { db, deferred } = platform;
  deferred.on('messages.linked', async (messages, { signal }) => {
    for (const { id } of messages) {
      const message = await findText(db.kysely, id);
      const link = message && (await previewLink(platform, message.content, signal));
      if (!link) continue;
      await db.transaction(async (tx) => {
        await lockChanges(tx, [message.room_id]);
        if (await setLink(tx, message, link)) await announceLater(platform, tx, [{ kind: 'link', id }]);
      });
    }
  });
}

import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import { mediaFilesOf, releaseFiles, withholdFiles } from '#features/media/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { announceLater } from './announce.service.ts';
import { lockChanges } from './changes.queries.ts';
import { messageIdOf, messageNumber } from './messages.rules.ts';
import {
  findForRemoval,
  findReadable,
  listChangeable,
  listSent,
  listShowing,
  type RemovableMessage,
  setRemoval,
  showMessages,
  type WantedMessage,
} from './removal.queries.ts';
import type {} from './rooms.events.ts';
import { countReplies, holdThreads } from './threads.queries.ts';

/** What reports, removals and restorations need from messages. */
export function reportableMessages(platform: Platform) {
  const { db } = platform;
  const change = changer(platform);

  return {
    kind: 'message' as const,

    /** A message that a person can read and may report. */
    async find(tx: Db, id: string, viewerId: string) {
      const number = messageNumber(id);
      const message = number === undefined ? undefined : await findReadable(tx, number, viewerId);
      if (!message) return undefined;
      const { sender_id: authorId, community_id: communityId, since, content } = message;
      return { id, authorId, communityId, since, content };
    },

    /** Reported messages and the ones around them, by id. */
    async context(wanted: readonly (Omit<WantedMessage, 'id'> & { id: string })[]) {
      const rows = await showMessages(
        db.reads,
        wanted.map(({ id, ...about }) => ({ ...about, id: messageNumber(id) ?? 0 })),
      );
      const shown = rows.map(async ({ message, context, sender_id, media_ids, removed: isRemoved }) => {
        const { _id: id, message: content } = message;
        const files = await mediaFilesOf(db.kysely, media_ids);
        return [
          id,
          { id, authorId: sender_id, content, files, isRemoved, context: (context ?? []) as Message[], postId: null },
        ] as const;
      });
      return new Map(await Promise.all(shown));
    },

    /** Ids of the messages that have these files. */
    showing: async (paths: readonly string[]) => (await listShowing(db.kysely, paths)).map(messageIdOf),

    /** Hides a message with its picture and files, and notifies pages that show it. @returns whether it existed */
    async remove(tx: Tx, id: string, removal: Removed): Promise<boolean> {
      const message = await findForRemoval(tx, messageNumber(id) ?? 0);
      return message !== undefined && (await change(tx, [message], JSON.stringify(removal)));
    },

    /** Shows a removed message again. */
    async restore(tx: Tx, id: string): Promise<void> {
      const message = await findForRemoval(tx, messageNumber(id) ?? 0);
      if (message) await change(tx, [message], null);
    },

    /** Hides everything one person sent to some rooms. @returns whether there was anything */
    async removeSent(tx: Tx, sent: { senderId: string; roomIds: readonly string[] }, removal: Removed) {
      return await change(tx, await listSent(tx, sent), JSON.stringify(removal));
    },

    /** Restores everything that one decision removed. */
    async restoreSent(tx: Tx, sent: { senderId: string; decisionId: string }): Promise<void> {
      await change(tx, await listSent(tx, sent), null);
    },
  };
}

/** Removes or restores messages with their pictures and files. @param removal JSON text; null restores them. @returns whether any changed */
const changer =
  (platform: Platform) =>
  async (tx: Tx, messages: readonly RemovableMessage[], removal: string | null): Promise<boolean> => {
    const roomIds = messages.map(({ room_id }) => room_id);
    await lockChanges(tx, roomIds);
    await holdThreads(tx, roomIds);
    const changed = await listChangeable(tx, messages, { isRemoval: removal !== null });
    if (changed.length === 0) return false;
    const media = changed.flatMap(({ media_ids }) => media_ids);
    await (removal === null ? releaseFiles(platform, tx, media) : withholdFiles(platform, tx, media));
    await setRemoval(tx, changed, removal);
    const counted = changed.filter(({ is_deleted }) => !is_deleted);
    if (counted.length > 0) await countReplies(tx, counted, { areBack: removal === null });
    await platform.deferred.emit(
      tx,
      'messages.sight-changed',
      changed.map(({ id }) => ({ id })),
    );
    const kind = removal === null ? 'restored' : 'removed';
    await announceLater(
      platform,
      tx,
      changed.map(({ id }) => ({ kind, id })),
    );
    return true;
  };

import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import { mediaFilesOf, releaseFiles, withholdFiles } from '#features/media/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { JsonText } from '#platform/realtime/realtime.ts';
import { messageIdOf, messageNumber } from './messages.rules.ts';
import {
  findForRemoval,
  findReadable,
  listSent,
  listShowing,
  type ReportableRooms,
  readCurrent,
  setRemoval,
  showMessages,
} from './removal.queries.ts';

/** A kind of room whose messages moderators can remove. */
export interface RemovableRooms extends ReportableRooms {
  /** Sends to everyone who gets a room's messages. */
  announce(roomId: string, event: 'messageChanged', payload: JsonText): Promise<void>;
}

/** Most messages of one decision that are announced one by one; pages that show others learn of it when they fetch them. */
const announcedAtMost = 200;

/** Tells pages what has become of messages they show. */
const announcer =
  ({ db, realtime }: Platform, kinds: readonly RemovableRooms[]) =>
  async (kind: 'removed' | 'restored', ids: readonly number[]): Promise<void> => {
    for (const { others, own, room_id, sender_id } of await readCurrent(db.hot, ids.slice(0, announcedAtMost))) {
      const changed = (json: string) => new JsonText(`${json.slice(0, -1)},"change":{"kind":"${kind}"}}`);
      for (const rooms of kinds) await rooms.announce(room_id, 'messageChanged', changed(others));
      if (kind === 'removed') realtime.toUsers([sender_id], 'messageChanged', changed(own));
    }
  };

/** What reports, removals and restorations need from messages. */
export function reportableMessages(platform: Platform, kinds: readonly RemovableRooms[]) {
  const { db } = platform;
  const announce = announcer(platform, kinds);

  return {
    kind: 'message' as const,

    /** A message that a person can read and may report. */
    async find(tx: Db, id: string, viewerId: string) {
      const number = messageNumber(id);
      const message = number === undefined ? undefined : await findReadable(tx, kinds, number, viewerId);
      return message && { id, authorId: message.sender_id, communityId: message.community_id, since: message.since };
    },

    /** Reported messages with what was said around them, by id. */
    async context(wanted: readonly { id: string; since: number }[]) {
      const rows = await showMessages(
        db.hot,
        wanted.flatMap(({ id, since }) => ({ id: messageNumber(id) ?? 0, since })),
      );
      const shown = rows.map(async ({ json, context, sender_id, media_id, removed: isRemoved }) => {
        const { _id: id, message: content } = JSON.parse(json) as Message;
        const files = media_id === null ? [] : await mediaFilesOf(db.kysely, [media_id]);
        return [
          id,
          { id, authorId: sender_id, content, files, isRemoved, context: (context ?? []) as Message[], postId: null },
        ] as const;
      });
      return new Map(await Promise.all(shown));
    },

    /** Ids of the messages that show one of these files. */
    showing: async (paths: readonly string[]) => (await listShowing(db.kysely, paths)).map(messageIdOf),

    /** Hides a message and its picture. @returns whether it was there */
    async remove(tx: Tx, id: string, removal: Removed): Promise<boolean> {
      const number = messageNumber(id);
      const message = number === undefined ? undefined : await findForRemoval(tx, number);
      if (number === undefined || !message) return false;
      const changed = await setRemoval(tx, [{ room_id: message.room_id, id: number }], JSON.stringify(removal));
      if (changed === 0) return false;
      if (message.media_id !== null) await withholdFiles(platform, tx, [message.media_id]);
      return true;
    },

    /** Shows it again as it was. */
    async restore(tx: Tx, id: string): Promise<void> {
      const number = messageNumber(id);
      const message = number === undefined ? undefined : await findForRemoval(tx, number);
      if (number === undefined || !message) return;
      if ((await setRemoval(tx, [{ room_id: message.room_id, id: number }], null)) === 0) return;
      if (message.media_id !== null) await releaseFiles(platform, tx, [message.media_id]);
    },

    /** Tells pages that show the message. Call it after the commit. */
    announce: async (kind: 'removed' | 'restored', id: string) => await announce(kind, [messageNumber(id) ?? 0]),

    /** Hides everything one person sent to some rooms. @returns announces it; call it after the commit. Undefined: there was nothing */
    async removeSent(tx: Tx, sent: { senderId: string; roomIds: readonly string[] }, removal: Removed) {
      const messages = await listSent(tx, sent);
      if (messages.length === 0) return undefined;
      await withholdFiles(platform, tx, mediaOf(messages));
      await setRemoval(tx, messages, JSON.stringify(removal));
      return () => announce('removed', numbersOf(messages));
    },

    /** Shows again what one decision removed. @returns announces it; call it after the commit */
    async restoreSent(tx: Tx, sent: { senderId: string; decisionId: string }) {
      const messages = await listSent(tx, sent);
      await releaseFiles(platform, tx, mediaOf(messages));
      await setRemoval(tx, messages, null);
      return () => announce('restored', numbersOf(messages));
    },
  };
}

const mediaOf = (messages: readonly { media_id: string | null }[]) =>
  messages.flatMap(({ media_id }) => media_id ?? []);
const numbersOf = (messages: readonly { id: number }[]) => messages.map(({ id }) => id);

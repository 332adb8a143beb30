import { rekeyPath } from '#features/media/public.ts';
import { anonymizeEverywhere, discardMessages, forgetAbout, lockRoom, updateRoom } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { deleteAbandoned, findUnseen } from './conversations.queries.ts';
import { announceMoved } from './conversations.service.ts';
import { listOpenPictures } from './groups.queries.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Removes for good what neither person in these conversations can see anymore. */
    'conversations.purge': { conversationIds: string[] };
    /** After an account is deleted: its id is removed from all messages. */
    'conversations.anonymizeSender': { userId: string; stub: string };
    /** Notifies people who have a conversation with somebody who deactivated their account or came back. */
    'conversations.announce-moved': { userId: string };
    /** Notifies people who have a conversation with somebody in their list that the account was deleted. */
    'conversations.announce-deleted': { userId: string; others?: string[] };
    /** After an account is deleted: removes its id from the groups' own messages. */
    'conversations.forget-about': { userId: string };
    /** Moves pictures of groups that an earlier version stored as public to new paths. */
    'conversations.hide-pictures': Record<string, never>;
  }
}

/** Messages removed per transaction. */
const messageBatchSize = 1000;
/** How many of the groups' own messages one statement changes. */
const forgetBatchSize = 500;

export function defineConversationsJobs(platform: Platform): void {
  platform.jobs.define('conversations.purge', async ({ conversationIds }, { signal }) => {
    for (const id of conversationIds) await purge(platform, id, signal);
  });

  platform.jobs.define('conversations.anonymizeSender', ({ userId: senderId, stub }, { signal }) =>
    anonymizeEverywhere(platform, { senderId, stub }, signal),
  );

  platform.jobs.define('conversations.announce-moved', ({ userId }, { signal }) =>
    announceMoved(platform, userId, signal),
  );

  platform.jobs.define('conversations.announce-deleted', async ({ userId, others = [] }) =>
    platform.realtime.toUsers(others, 'accountDeleted', { user_id: userId }),
  );

  platform.jobs.define('conversations.forget-about', async ({ userId }, { signal }) => {
    for (let count = forgetBatchSize; count === forgetBatchSize; ) {
      signal.throwIfAborted();
      count = await platform.db.transaction((tx) => forgetAbout(tx, userId, forgetBatchSize));
    }
  });

  platform.jobs.define('conversations.hide-pictures', () => hidePictures(platform), { every: '* * * * *' });
}

/**
 * Removes for good what neither person in a conversation can see anymore: messages, their pictures and files, and the
 * conversation itself once no one can write to it. It's safe to run again from the start at any time: what's gone stays
 * gone, and the rest is derived from the row.
 */
async function purge(platform: Platform, id: string, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  for (;;) {
    signal.throwIfAborted();
    const last = await findUnseen(db.kysely, id, messageBatchSize);
    if (last === undefined) break;
    await db.transaction(async (tx) => await discardMessages(platform, tx, id, last));
  }
  await deleteAbandoned(db.kysely, id);
}

/** Moves pictures of groups that an earlier version stored as public to private paths. */
async function hidePictures(platform: Platform): Promise<void> {
  for (const { id } of await listOpenPictures(platform.db.kysely)) {
    await platform.db.transaction(async (tx) => {
      const group = await lockRoom(tx, id);
      if (!group?.picture_path) return;
      await updateRoom(tx, id, { picture_path: await rekeyPath(platform, tx, group.picture_path, 'private') });
    });
  }
}

import { anonymizeEverywhere, discardMessages } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './conversations.events.ts';
import { deleteAbandoned, findUnseen } from './conversations.queries.ts';
import { announceMoved } from './conversations.service.ts';

/** Messages removed per transaction. */
const messageBatchSize = 1000;

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

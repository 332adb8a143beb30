import { anonymizeEverywhere, anonymizeRoom, discardMessages } from '#features/messages/public.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './conversations.events.ts';
import { deleteAbandoned, findOthersOf, findUnseen, listOf, replacePerson } from './conversations.queries.ts';
import { announceDeleted } from './conversations.realtime.ts';
import { announceMoved } from './conversations.service.ts';

/** Messages removed per transaction. */
const messageBatchSize = 1000;
/** People notified per batch. */
const notifyBatchSize = 500;

export function defineConversationsJobs(platform: Platform): void {
  platform.jobs.define('conversations.purge', async ({ conversationIds }, { signal }) => {
    for (const id of conversationIds) await purge(platform, id, signal);
  });

  platform.jobs.define('conversations.anonymizeSender', async ({ userId, stub }, { signal }) => {
    await notifyOthers(platform, userId);
    const account = { senderId: userId, stub };
    for (const id of await listOf(platform.db.kysely, userId)) {
      signal.throwIfAborted();
      await platform.db.transaction(async (tx) => {
        // With the conversation's row, since its unread messages are counted by sender.
        const kept = await replacePerson(tx, id, account);
        if (kept !== undefined) await anonymizeRoom(tx, { ...account, stub: kept }, id);
      });
    }
    await anonymizeEverywhere(platform, account, signal);
  });

  platform.jobs.define('conversations.announce-moved', ({ userId }, { signal }) =>
    announceMoved(platform, userId, signal),
  );

  platform.jobs.define('conversations.announce-deleted', ({ userId }) => notifyOthers(platform, userId));
}

async function notifyOthers(platform: Platform, userId: string): Promise<void> {
  const others = await findOthersOf(platform.db.kysely, userId);
  for (let start = 0; start < others.length; start += notifyBatchSize) {
    announceDeleted(platform, others.slice(start, start + notifyBatchSize), userId);
  }
}

/**
 * Removes for good what neither person in a conversation can see anymore: messages, their pictures with their files, and the
 * conversation itself once no one can write to it. It's safe to run again from the start at any time: what's gone stays gone, and the
 * rest follows from the row.
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

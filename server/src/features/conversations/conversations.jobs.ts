import { discardMessages } from '#features/messages/public.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './conversations.events.ts';
import { deleteAbandoned, findOthersOf, findUnseen } from './conversations.queries.ts';
import { announceDeleted } from './conversations.realtime.ts';

/** Messages that go in one transaction. */
const messagesAtOnce = 1000;
/** People who are told at once. */
const peopleAtOnce = 500;

export function defineConversationsJobs(platform: Platform): void {
  platform.jobs.define('conversations.purge', async ({ conversationIds }, { signal }) => {
    for (const id of conversationIds) await purge(platform, id, signal);
  });

  platform.jobs.define('conversations.announce-deleted', async ({ userId }) => {
    const others = await findOthersOf(platform.db.kysely, userId);
    for (let start = 0; start < others.length; start += peopleAtOnce) {
      announceDeleted(platform, others.slice(start, start + peopleAtOnce), userId);
    }
  });
}

/**
 * Removes for good what neither of the two people of a conversation can see any more: messages, their pictures with their files,
 * and the conversation itself once nobody can write to it. It may be run again from its beginning at any time, for what is gone
 * stays gone and the rest follows from the row.
 */
async function purge(platform: Platform, id: string, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  for (;;) {
    signal.throwIfAborted();
    const last = await findUnseen(db.kysely, id, messagesAtOnce);
    if (last === undefined) break;
    await db.transaction(async (tx) => await discardMessages(platform, tx, id, last));
  }
  await deleteAbandoned(db.kysely, id);
}

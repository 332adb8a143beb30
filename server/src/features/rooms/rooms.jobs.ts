import type { Platform } from '#platform/platform.ts';
import { tellOfReactions } from './reactions.service.ts';
import { discardMessages } from './sending.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Announces reactions that nobody has been notified of. */
    'messages.tell-of-reactions': Record<string, never>;
    /** Deletes the messages of deleted rooms: there may be very many. */
    'rooms.remove-messages': { roomIds: string[] };
    /** The same, queued by the previous version. */
    'channels.remove-messages': { channelIds: string[] };
    'conversations.remove-group-messages': { groupIds: string[] };
  }
}

export function defineRoomsJobs(platform: Platform): void {
  const { db, jobs } = platform;
  // Woken by each reaction. The schedule catches those of a process that was killed before it could.
  jobs.define('messages.tell-of-reactions', (_, context) => tellOfReactions(platform, context), {
    every: '* * * * *',
  });

  const removeMessages = async (roomIds: readonly string[]) => {
    for (const id of roomIds) await db.transaction((tx) => discardMessages(platform, tx, id));
  };
  jobs.define('rooms.remove-messages', ({ roomIds }) => removeMessages(roomIds));
  jobs.define('channels.remove-messages', ({ channelIds }) => removeMessages(channelIds));
  jobs.define('conversations.remove-group-messages', ({ groupIds }) => removeMessages(groupIds));
}

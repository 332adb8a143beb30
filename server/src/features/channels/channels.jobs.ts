import { discardMessages } from '#features/messages/public.ts';
import type { Platform } from '#platform/platform.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Deletes the messages of deleted channels: there may be very many. */
    'channels.remove-messages': { channelIds: string[] };
  }
}

export function defineChannelsJobs(platform: Platform): void {
  platform.jobs.define('channels.remove-messages', async ({ channelIds }) => {
    for (const id of channelIds) await platform.db.transaction((tx) => discardMessages(platform, tx, id));
  });
}

import type { Platform } from '#platform/platform.ts';
import { tellOfReactions } from './reactions.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Passes on reactions that nobody has been told of. */
    'messages.tell-of-reactions': Record<string, never>;
  }
}

export function defineMessagesJobs(platform: Platform): void {
  // Woken by each reaction. The schedule is for those of a process that was killed before it could.
  platform.jobs.define('messages.tell-of-reactions', (_, context) => tellOfReactions(platform, context), {
    every: '* * * * *',
  });
}

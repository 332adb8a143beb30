import type { Platform } from '#platform/platform.ts';
import { forgetPresence } from './presence.queries.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Removes a deleted account, which may have been stored as online until its deletion was committed. */
    'presence.forget': { userId: string };
  }
}

export function definePresenceJobs({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): void {
  jobs.define('presence.forget', ({ userId }) => forgetPresence(db.kysely, userId));
}

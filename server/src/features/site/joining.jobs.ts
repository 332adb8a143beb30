import type { Platform } from '#platform/platform.ts';
import { deleteExpiredInvites } from './invites.queries.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    'site.remove-expired-invites': Record<string, never>;
  }
}

export function defineJoiningJobs({ clock, db, jobs }: Platform): void {
  jobs.define('site.remove-expired-invites', () => deleteExpiredInvites(db.kysely, clock.now()), {
    every: '7 * * * *',
  });
}

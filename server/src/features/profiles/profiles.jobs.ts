import type { Platform } from '#platform/platform.ts';
import { placeFiles, placeUnhidden, subscribeProfiles } from './away-files.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Takes the files of somebody who left out of reach, or makes them public again once they're back. */
    'profiles.place-files': { userId: string };
    /** The same for those who left on an earlier version. */
    'profiles.place-unhidden': Record<string, never>;
  }
}

export function defineProfilesJobs(platform: Platform): void {
  subscribeProfiles(platform);
  platform.jobs.define('profiles.place-files', ({ userId }) => placeFiles(platform, userId));
  platform.jobs.define('profiles.place-unhidden', () => placeUnhidden(platform), { every: '* * * * *' });
}

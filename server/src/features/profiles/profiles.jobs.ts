import type { Platform } from '#platform/platform.ts';
import { placeFiles, placeUnhidden, subscribeProfiles } from './away-files.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Makes the files of a person who left private, or public again once they've returned. */
    'profiles.place-files': { userId: string };
    /** The same for people who left on an earlier version. */
    'profiles.place-unhidden': Record<string, never>;
  }
}

export function defineProfilesJobs(platform: Platform): void {
  subscribeProfiles(platform);
  platform.jobs.define('profiles.place-files', ({ userId }) => placeFiles(platform, userId));
  platform.jobs.define('profiles.place-unhidden', () => placeUnhidden(platform), { every: '* * * * *' });
}

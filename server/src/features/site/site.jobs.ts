import type { Platform } from '#platform/platform.ts';
import { type FigureSources, takeFigures } from './figures.service.ts';
import { tellTeamOfSecondFactor } from './second-factor.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Stores the site's figures, for the team's overview. */
    'site.take-figures': Record<string, never>;
    'site.tell-of-second-factor': Record<string, never>;
  }
}

export function defineSiteJobs(platform: Platform, sources: FigureSources): void {
  platform.jobs.define('site.take-figures', () => takeFigures(platform, sources), { every: '23 * * * *' });
  platform.jobs.define('site.tell-of-second-factor', () => tellTeamOfSecondFactor(platform), { every: '*/10 * * * *' });
}

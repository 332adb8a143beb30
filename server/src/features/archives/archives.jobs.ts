import type { Platform } from '#platform/platform.ts';
import type { ExportTable } from './archives.queries.ts';
import { resumeExports, sweepExports } from './archives.service.ts';
import { makeExport } from './export-job.service.ts';
import { runImport } from './import-job.service.ts';
import { forgetArchive, resumeImports } from './imports.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Makes an export's ZIP. */
    'archives.export': { exportId: string; key: string; table?: ExportTable };
    /** Imports an archive. */
    'archives.import': { importId: string; key: string };
    /** Deletes an archive that was uploaded, if no import uses it. */
    'archives.forget': { key: string };
    /** Deletes files of exports whose rows are gone. */
    'archives.remove': { keys: string[] };
    /** Deletes expired exports, and resumes those whose job is gone. */
    'archives.sweep': Record<string, never>;
  }
}

export function defineArchivesJobs(platform: Platform): void {
  const { jobs, storage } = platform;
  jobs.define('archives.export', (payload, context) => makeExport(platform, payload, context), {
    maxAttempts: 5,
    isYielding: true,
  });
  jobs.define('archives.import', (payload, context) => runImport(platform, payload, context), { isYielding: true });
  jobs.define('archives.forget', ({ key }) => forgetArchive(platform, key));
  jobs.define('archives.remove', ({ keys }) => storage.remove(keys));
  jobs.define(
    'archives.sweep',
    async () => {
      await sweepExports(platform);
      await resumeExports(platform);
      await resumeImports(platform);
    },
    { every: '7 * * * *' },
  );
}

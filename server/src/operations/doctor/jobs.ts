import { connectToDatabase } from '#operations/doctor/database/connection.ts';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { readWorkforce, type Workforce } from './jobs.queries.ts';

const { ok, warning, failed } = findingsAbout('jobs');

/** Seconds a job may wait before someone should take a look. */
const bearable = 600;

/** Whether waiting jobs are being processed: without a worker, no mail is sent and no picture is checked. */
export async function examineJobs(config: Config): Promise<Finding[]> {
  const client = await connectToDatabase(config);
  if (!client) return [];
  try {
    const workforce = await readWorkforce(client);
    return workforce ? findingsOf(workforce) : [];
  } finally {
    await client.end();
  }
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function findingsOf({ hasServers, workers, due, oldest, givenUp }: Workforce): Finding[] {
  const waiting = `${counted(due, 'job is', 'jobs are')} due, the oldest since ${Math.round(oldest)} seconds`;
  const findings: Finding[] = [];
  if (givenUp > 0) {
    findings.push(
      warning(
        `${counted(givenUp, 'job', 'jobs')} failed for good after the last try.`,
        'graphile_worker.jobs has them with their last error; run them again with graphile_worker.reschedule_jobs.',
      ),
    );
  }
  if (!hasServers) {
    findings.push(ok(due > 0 ? `No server is running; ${waiting}.` : 'No server is running, and no jobs are waiting.'));
  } else if (workers === 0) {
    const fix = 'Start a process with ROLE=worker (or all). If one is running, its log says why it takes no jobs.';
    findings.push(
      due > 0
        ? failed(`Servers are running, but no worker, and ${waiting}: no mail is sent, no picture is shown.`, fix)
        : warning('Servers are running, but no worker.', fix),
    );
  } else if (oldest > bearable) {
    findings.push(
      warning(
        `${counted(workers, 'process runs', 'processes run')} jobs, but ${waiting}.`,
        'Start another process with ROLE=worker, and check on the dashboard which jobs take long.',
      ),
    );
  } else {
    findings.push(ok(`${counted(workers, 'process runs', 'processes run')} jobs; none has been waiting long.`));
  }
  return findings;
}

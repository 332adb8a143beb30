import type { Config } from '#platform/config/config.ts';
import { connectToDatabase } from '#platform/database/examine-connection.ts';
import { type Finding, findingsAbout } from '#platform/doctor/finding.ts';
import { readWorkforce, type Workforce } from './jobs.queries.ts';

const { ok, warning, failed } = findingsAbout('jobs');

/** Seconds that a job may wait before somebody should look. */
const bearable = 600;

/** Whether somebody does the jobs that wait: without a worker no mail goes out and no picture is looked at. */
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
        `${counted(givenUp, 'job was', 'jobs were')} given up after the last try.`,
        'They stand in graphile_worker.jobs with their last error; run them again with graphile_worker.reschedule_jobs.',
      ),
    );
  }
  if (!hasServers) {
    findings.push(ok(due > 0 ? `No server runs; when one does, ${waiting}.` : 'No server runs, and nothing waits.'));
  } else if (workers === 0) {
    const fix = 'Start a process with ROLE=worker (or all); if one runs, its log says why it takes no jobs.';
    findings.push(
      due > 0
        ? failed(`Servers run, but none of them a worker, and ${waiting}: no mail goes out, no picture is shown.`, fix)
        : warning('Servers run, but none of them a worker.', fix),
    );
  } else if (oldest > bearable) {
    findings.push(
      warning(
        `${counted(workers, 'process runs', 'processes run')} jobs, but ${waiting}.`,
        'Start another process with ROLE=worker, and look on the dashboard which jobs take long.',
      ),
    );
  } else {
    findings.push(ok(`${counted(workers, 'process runs', 'processes run')} jobs; none has waited long.`));
  }
  return findings;
}

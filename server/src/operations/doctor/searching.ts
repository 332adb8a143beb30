import { connectToDatabase } from '#operations/doctor/database/connection.ts';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { readSearchIndex } from './searching.queries.ts';

const { ok, warning } = findingsAbout('search');

/** How many texts may wait to be indexed: as many as are written in a while without a worker. */
const bearable = 10_000;

/** How much of the existing texts the search finds. */
export async function examineSearch(config: Config): Promise<Finding[]> {
  const client = await connectToDatabase(config);
  if (!client) return [];
  try {
    const index = await readSearchIndex(client);
    if (!index) return [];
    const { waiting, filling } = index;
    const left = filling.map(
      ({ kind, done, total }) => `${Math.min(99, Math.floor((100 * done) / Math.max(1, total)))} % of ${kind}`,
    );
    return [
      left.length === 0
        ? ok('Everything that was written is in the index of the search.')
        : ok(`The index of the search is being filled, the newest first: ${left.join(', ')} so far.`),
      ...(waiting > bearable
        ? [
            warning(
              `${waiting} texts wait to be indexed, so the search doesn't find them yet.`,
              'Start another process with ROLE=worker, and check on the dashboard which jobs take long.',
            ),
          ]
        : []),
    ];
  } finally {
    await client.end();
  }
}

import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { readOwnership } from './roles.queries.ts';
import { noOwner } from './setup.service.ts';

const { ok, off, warning } = findingsAbout('owner');

/** The doctor's findings about who runs the site. @param client a connection to the database */
export async function examineOwner(
  client: Parameters<typeof readOwnership>[0],
  { isLocal }: { isLocal: boolean },
): Promise<Finding[]> {
  const ownership = await readOwnership(client);
  if (!ownership) return [];
  if (ownership.hasOwner) return [ok('The site has an owner.')];
  if (!ownership.awaitsOwner) return [warning(noOwner.found, noOwner.fix)];
  return isLocal
    ? [off('The site has no owner yet. The first account that registers becomes the owner.')]
    : [warning('Nobody has set this site up yet.', 'Open the set-up link that the server printed when it started.')];
}

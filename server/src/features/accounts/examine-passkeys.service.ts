import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { countStrandedPasskeys } from './passkeys.queries.ts';
import { partyOf } from './passkeys.rules.ts';

const { warning } = findingsAbout('passkeys');

/** The doctor's findings about passkeys made for another address. @param client a connection to the database */
export async function examinePasskeys(
  client: Parameters<typeof countStrandedPasskeys>[0],
  { publicUrl }: { publicUrl: string },
): Promise<Finding[]> {
  const { rpId } = partyOf(publicUrl);
  return (await countStrandedPasskeys(client, rpId)).map(({ host, count }) =>
    warning(
      `${count === 1 ? '1 passkey was' : `${count} passkeys were`} made for ${host} and can't be used at ${rpId}.`,
      `Set PUBLIC_URL back to https://${host}, or have their people log in with their password and add new passkeys.`,
    ),
  );
}

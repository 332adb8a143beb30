import { examinePasskeys } from '#features/accounts/examine-passkeys.service.ts';
import { examineOwner } from '#features/site/examine.service.ts';
import { connectToDatabase } from '#operations/doctor/database/connection.ts';
import type { Examinations } from '#operations/doctor/doctor.ts';
import type { Config } from '#platform/config/config.ts';
import type { Finding } from '#platform/errors/finding.ts';

type Examination = (client: Parameters<typeof examineOwner>[0], config: Config) => Promise<Finding[]>;

const onDatabase = (examineWith: Examination) => async (config: Config) => {
  const client = await connectToDatabase(config);
  if (!client) return [];
  try {
    return await examineWith(client, config);
  } finally {
    await client.end();
  }
};

/** The doctor's checks that need a feature: who runs the site, and for which address its passkeys were made. */
export const ownerExamination: Examinations = {
  owner: onDatabase(examineOwner),
  passkeys: onDatabase(examinePasskeys),
};

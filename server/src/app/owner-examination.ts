import { examineOwner } from '#features/site/examine.service.ts';
import { connectToDatabase } from '#operations/doctor/database/connection.ts';
import type { Examinations } from '#operations/doctor/doctor.ts';

/** What the doctor examines that only a feature knows: who runs the site. */
export const ownerExamination: Examinations = {
  owner: async (config) => {
    const client = await connectToDatabase(config);
    if (!client) return [];
    try {
      return await examineOwner(client, config);
    } finally {
      await client.end();
    }
  },
};

import { z } from 'zod';

/** The code in what somebody pasted: an invite's link, or the code alone. */
export const inviteCode = z.object({
  invite: z
    .string()
    .transform((text) => /([A-Za-z0-9]+)\/?\s*$/.exec(text)?.[1])
    .pipe(z.string({ error: 'Paste your invite link or code.' })),
});

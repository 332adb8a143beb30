import { late } from '#ui/late/late.tsx';

/** The meeting itself. Whoever is about to be in one loads it ahead. */
export const LateCall = late(async () => (await import('#features/meetings/Call.tsx')).Call, { name: 'The meeting' });

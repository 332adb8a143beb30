import { late } from '#ui/late/late.tsx';

/** The threads that the person follows. */
export const LateThreadList = late(async () => (await import('#features/channels/ThreadList.tsx')).ThreadList, {
  name: 'Your threads',
});

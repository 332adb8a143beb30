import { late } from '#ui/late/late.tsx';

/** The threads that the person follows. */
export const LateThreadList = late(async () => (await import('#features/channels/ThreadList.tsx')).ThreadList, {
  name: 'Your threads',
});

/** The bar above a thread that takes its channel's place. */
export const LateThreadTitle = late(async () => (await import('#features/channels/Thread.tsx')).ThreadTitle, {
  name: 'The link back',
  waiting: () => null,
});

import { late } from '#ui/late/late.tsx';

/** What a message links to on this site; nothing shows until it has loaded. */
export const LateLinkedQuotes = late(async () => (await import('#features/rooms/LinkedQuotes.tsx')).LinkedQuotes, {
  name: 'Quotes',
  waiting: () => null,
  failed: () => null,
});

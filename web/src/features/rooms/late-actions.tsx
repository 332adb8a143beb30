import { late, lateOverlay } from '#ui/late/late.tsx';

/** What floats at a message while it's pointed at or focused; nothing shows until it has loaded. */
export const LateMessageBar = late(async () => (await import('#features/rooms/MessageBar.tsx')).MessageBar, {
  name: 'Message actions',
  whenIdle: true,
  waiting: () => null,
  failed: () => null,
});

/** The actions of a message where nothing can be pointed at. */
export const LateMessageSheet = lateOverlay(
  async () => (await import('#features/rooms/MessageSheet.tsx')).MessageSheet,
  'Message actions',
);

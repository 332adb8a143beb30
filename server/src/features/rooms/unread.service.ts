import type { Platform } from '#platform/platform.ts';

declare module '#platform/realtime/signals.ts' {
  interface Signals {
    /**
     * What's unread may have changed: for these people, or, without them, for everybody who reads the room. `roomId`: nowhere but in this
     * room; left out: anything.
     */
    unread: { userIds?: readonly string[]; roomId?: string };
  }
}

/** Tells every process that what's unread may have changed, after the commit. Each tells the people who are connected to it. */
export function emitUnread(
  { realtime }: Pick<Platform, 'realtime'>,
  changed: { userIds: readonly string[]; roomId?: string } | { roomId: string },
): void {
  realtime.signals.emit('unread', changed);
}

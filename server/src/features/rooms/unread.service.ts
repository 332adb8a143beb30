import type { Platform } from '#platform/platform.ts';

declare module '#platform/realtime/signals.ts' {
  interface Signals {
    /**
     * Unread counts may have changed: for these people, or, without them, for everybody who can read the room. `roomId`: only in this room;
     * left out: anywhere.
     */
    unread: { userIds?: readonly string[]; roomId?: string };
  }
}

/** Announces to every process, after the commit, that unread counts may have changed. Each notifies the people connected to it. */
export function emitUnread(
  { realtime }: Pick<Platform, 'realtime'>,
  changed: { userIds: readonly string[]; roomId?: string } | { roomId: string },
): void {
  realtime.signals.emit('unread', changed);
}

import type { SiteServerEvents } from '@hubbub/contract/features/site/site.events.ts';
import type { Platform } from '#platform/platform.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends SiteServerEvents {}
}

/** How many people are stored between two events. */
export const batch = 100;

/** Sends progress to the devices of somebody who adds a list of people, unless it's done right away. */
export function showProgress({ realtime }: Platform, userId: string, progress: { done: number; total: number }): void {
  if (progress.total > batch) realtime.toUsers([userId], 'peopleProgress', progress);
}

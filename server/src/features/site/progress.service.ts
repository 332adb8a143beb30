import type { SiteServerEvents } from '@hubbub/contract/features/site/site.events.ts';
import type { Platform } from '#platform/platform.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends SiteServerEvents {}
}

/** How many people are prepared between two events: twenty for the longest list. */
const step = 100;

/** Tells the devices of somebody who adds a list of people how far it is. */
export function showProgress({ realtime }: Platform, userId: string, progress: { done: number; total: number }): void {
  if (progress.done % step === 0) realtime.toUsers([userId], 'peopleProgress', progress);
}

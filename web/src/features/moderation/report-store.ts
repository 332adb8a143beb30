import type { ReportKind } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';

/** What's being reported. */
export interface Reported {
  kind: ReportKind;
  id: string;
  username: string | null;
}

let reported: Reported | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog about something; undefined closes it. */
export function openReport(next: Reported | undefined): void {
  reported = next;
  for (const listener of listeners) listener();
}

export const reportedNow = (): Reported | undefined => reported;

export function subscribeToReported(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

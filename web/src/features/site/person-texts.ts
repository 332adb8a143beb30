import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { longDate } from '#platform/time.ts';

export const roleNames = { owner: 'Owner', admin: 'Admin', moderator: 'Moderator' } as const;

const stateNames = {
  active: undefined,
  pending: 'Not joined yet',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
} as const;

/** Somebody's state in words, with the end of a suspension, and until when a deactivated account stays; undefined: nothing stands out. */
export function stateText({ state, suspension, deletes_at: end }: SitePerson): string | undefined {
  if (state === 'deactivated' && end !== null) return `${stateNames[state]}, deleted on ${longDate(end)}`;
  const until = suspension?.until ?? null;
  return until === null ? stateNames[state] : `${stateNames[state]} until ${longDate(until)}`;
}

/** How often somebody was reported; undefined: never. */
export function reportsText(reports: number): string | undefined {
  if (reports === 0) return undefined;
  return reports === 1 ? '1 report' : `${reports} reports`;
}

import type { SiteSecurityEvent } from '@hubbub/contract/features/site/security.endpoints.ts';
import { eventTexts, isWorrying } from '#features/accounts/public.ts';

/** What happened, as the team reads it. */
export const siteEventTexts: Record<SiteSecurityEvent, string> = {
  ...eventTexts,
  disowned: "Said that a log-in wasn't theirs",
  data_exported: 'Asked for a copy of their data',
  code_needed: 'Right password, then asked for a code',
  confirm_needed: "Asked to confirm that it's them",
  team_refused: 'Tried something only the team may do',
  team_action: 'Done by the team',
};

/** Whether the team should take a second look. */
export const isSuspicious = (event: SiteSecurityEvent): boolean =>
  event === 'team_refused' ||
  (event !== 'code_needed' && event !== 'confirm_needed' && event !== 'team_action' && isWorrying(event));

/** The events that the team can filter by, sorted by their texts. */
export const eventChoices: readonly { value: '' | SiteSecurityEvent; label: string }[] = [
  { value: '', label: 'Everything' },
  ...Object.entries(siteEventTexts)
    .map(([value, label]) => ({ value: value as SiteSecurityEvent, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
];

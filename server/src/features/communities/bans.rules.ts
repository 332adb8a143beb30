import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

interface Actor {
  permissions: readonly Permission[];
}

/** Bans, and removing members, require ban:users. */
export function mayBanMembers(actor: Actor): boolean {
  return actor.permissions.includes('ban:users');
}

/** Nobody bans or removes a holder of community:edit, unless they hold it too. */
export function mayPutOut(actor: Actor, person: Actor): boolean {
  return !person.permissions.includes('community:edit') || actor.permissions.includes('community:edit');
}

/** A ban of some days ends that many times 24 hours later; without days it has no end. */
export function endOfBan(now: Date, days: number | undefined): Date | null {
  return days === undefined ? null : new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
}

/** A ban counts until its end. */
export function isBanned(ban: { until: Date | null } | undefined, now: Date): boolean {
  return ban !== undefined && (ban.until === null || ban.until > now);
}

/** People who come back to a community they're banned from learn the ban's end and reason. */
export function banNotice({ until, text }: { until: Date | null; text: string }): string {
  const end =
    until === null
      ? "You're banned from this community."
      : `You're banned from this community until ${until.toLocaleString('en-US', {
          dateStyle: 'long',
          timeStyle: 'short',
          timeZone: 'UTC',
        })} UTC.`;
  return text.trim() === '' ? end : `${end} Reason: ${text.trim()}`;
}

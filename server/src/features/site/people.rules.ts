import type { PersonState } from '@hubbub/contract/features/site/people.endpoints.ts';

/** The facts that decide an account's state. */
export interface StateFacts {
  activated_at: Date | null;
  approval_requested_at: Date | null;
  isSuspended: boolean;
  isAway: boolean;
  /** Null: never. */
  last_seen_at: Date | null;
}

/**
 * People who aren't activated, wait for approval, or never logged in are pending; suspended takes precedence over pending and deactivated.
 */
export function stateOf({
  activated_at,
  approval_requested_at,
  isSuspended,
  isAway,
  last_seen_at,
}: StateFacts): PersonState {
  if (isSuspended) return 'suspended';
  if (activated_at === null || approval_requested_at !== null) return 'pending';
  if (isAway) return 'deactivated';
  return last_seen_at === null ? 'pending' : 'active';
}

/** A line of a class list, checked on its own: what to add, or what's wrong with it. */
export type CheckedLine =
  | { line: number; person: { name: string | null; username: string; email: string | null } }
  | { line: number; fault: string };

/** The lowercase usernames and addresses that have accounts. */
export interface Taken {
  usernames: ReadonlySet<string>;
  emails: ReadonlySet<string>;
}

/** Why a class can't be added, by line: either all of it is added, or nothing. The first line to claim a name or address gets it. */
export function faultsOf(lines: readonly CheckedLine[], taken: Taken): Record<string, string> {
  const faults: Record<string, string> = {};
  const usernames = new Map<string, number>();
  const emails = new Map<string, number>();
  for (const checked of lines) {
    const { line } = checked;
    if ('fault' in checked) {
      faults[line] = checked.fault;
      continue;
    }
    const username = checked.person.username.toLowerCase();
    const email = checked.person.email?.toLowerCase();
    const sameName = usernames.get(username);
    const sameEmail = email === undefined ? undefined : emails.get(email);
    if (taken.usernames.has(username)) faults[line] = `The username ${checked.person.username} is taken.`;
    else if (sameName !== undefined) faults[line] = `Line ${sameName} has the same username.`;
    else if (email !== undefined && taken.emails.has(email))
      faults[line] = `${checked.person.email} already has an account.`;
    else if (sameEmail !== undefined) faults[line] = `Line ${sameEmail} has the same email.`;
    usernames.set(username, sameName ?? line);
    if (email !== undefined) emails.set(email, sameEmail ?? line);
  }
  return faults;
}

import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { isSuspended, viewUser } from '#features/accounts/public.ts';
import type { PersonRow } from './people.queries.ts';
import { stateOf } from './people.rules.ts';

/** A person for the site's team. @param known `manageable`: whether the viewer outranks them */
export function viewPerson(
  row: PersonRow,
  viewer: { userId: string },
  now: Date,
  known: { reports: number; manageable: boolean },
): SitePerson {
  return {
    user: viewUser(row, viewer),
    email: row.email,
    site_role: row.site_role,
    state: stateOf({ ...row, isSuspended: isSuspended(row, now) }),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    ...known,
  };
}

import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { isSuspended, viewUser } from '#features/accounts/public.ts';
import type { PersonRow } from './people.queries.ts';
import { stateOf } from './people.rules.ts';

/** A person for the site's team. @param known facts from other features, and what the viewer may do */
export function viewPerson(
  row: PersonRow,
  viewer: { userId: string },
  now: Date,
  known: Pick<SitePerson, 'reports' | 'manageable' | 'uses_codes' | 'suspendable' | 'assignable_roles'>,
): SitePerson {
  const suspended = isSuspended(row, now);
  return {
    user: viewUser(row, viewer),
    email: row.email,
    site_role: row.site_role,
    state: stateOf({ ...row, isSuspended: suspended }),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    deletes_at: row.deletes_at?.toISOString() ?? null,
    suspension: suspended
      ? { until: row.suspended_until?.toISOString() ?? null, text: row.suspended_text ?? '' }
      : null,
    ...known,
  };
}

import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { newId } from '#platform/ids.ts';
import type { World } from './harness.ts';

/** Who may join, set without a team. */
export async function setRegistration(
  { sql }: World,
  change: {
    registration?: 'open' | 'invitation' | 'approval' | 'closed';
    email_domains?: string[];
    member_invites?: boolean;
  },
): Promise<void> {
  await sql('insert into site (id) values ($1) on conflict (is_only) do nothing', [newId()]);
  await sql(
    `update site set registration = coalesce($1, registration), email_domains = coalesce($2, email_domains),
       member_invites = coalesce($3, member_invites)`,
    [change.registration, change.email_domains, change.member_invites],
  );
}

/** Puts somebody into the site's team, or out of it. */
export async function setSiteRole({ sql }: World, userId: string, role: SiteRole | null): Promise<void> {
  await sql('update users set site_role = $2 where id = $1', [userId, role]);
}

import type { User } from '@hubbub/contract/platform/shapes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { AccountPanel, accountLink, LoginForm } from '#features/accounts/public.ts';
import { howToJoin, SiteLinks, siteOptions, takeSetUpCode } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { sharedPage } from '#platform/shared.ts';
import { cx } from '#ui/cx.ts';

export default function LoginPage() {
  usePageTitle('Log in');
  const { data: site, isLoading } = useQuery(siteOptions);
  const client = useQueryClient();
  const hasShared = useSearchParams()[0].get('next') === sharedPage;
  const joining = site && howToJoin(site);
  const takesAnybody = site?.registration !== 'invitation' && site?.registration !== 'closed';

  /** People who opened the set-up link go back to it, and a new site's owner first goes through the setup. */
  async function goesFirst({ site_role: role }: User): Promise<string | undefined> {
    const code = takeSetUpCode();
    if (code !== undefined) return pathTo('setUp', {}, { code });
    if (role !== 'owner') return undefined;
    const own = await client.fetchQuery({ ...siteOptions, staleTime: 0 }).catch(() => undefined);
    return own?.first_steps_done === false ? pathTo('firstSteps') : undefined;
  }

  return (
    <AccountPanel
      title="Enter Credentials"
      lead={
        hasShared
          ? "What you shared wasn't kept, because you weren't logged in. Log in, then share it again."
          : 'Good to see you. Log in to join the conversation.'
      }
      footer={
        <>
          {takesAnybody && (
            <span className={cx(isLoading && 'invisible')}>
              New here?{' '}
              <Link to={pathTo('register')} className={accountLink}>
                Sign up
              </Link>
            </span>
          )}
          {joining !== undefined && <p className="text-pretty">{joining}</p>}
          <SiteLinks withAbout isCentered />
        </>
      }
    >
      <LoginForm goesFirst={goesFirst} />
    </AccountPanel>
  );
}

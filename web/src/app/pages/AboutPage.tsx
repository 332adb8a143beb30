import { Link } from 'react-router';
import { accountLink } from '#features/accounts/public.ts';
import { About } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useStoredUser } from '#platform/session.ts';

/** What the site is, for everybody, signed in or not. */
export default function AboutPage() {
  usePageTitle('About');
  const user = useStoredUser();
  return (
    <About>
      <p>
        {user === null ? (
          <Link to={pathTo('login')} className={accountLink}>
            Log in
          </Link>
        ) : (
          <Link to={pathTo('feed')} className={accountLink}>
            Go to the feed
          </Link>
        )}
      </p>
    </About>
  );
}

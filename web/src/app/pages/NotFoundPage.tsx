import { Link } from 'react-router';
import { RoomArt } from '#app/shell/RoomArt.tsx';
import { useSiteTitle } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useStoredUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';

/** A URL that matches no page. */
export default function NotFoundPage() {
  usePageTitle('Page not found');
  useSiteTitle();
  const signedIn = useStoredUser() !== null;
  return (
    <main
      tabIndex={-1}
      className="mx-auto flex min-h-dvh max-w-lg flex-col items-start justify-center gap-6 px-6 py-12"
    >
      <RoomArt columns={4} rows={1} className="w-full max-w-sm rounded-card" />
      <div className="flex flex-col gap-2">
        <p className="font-medium text-accent-text tabular">404</p>
        <h1 className="font-bold text-2xl">We couldn't find this page</h1>
        <p className="text-muted">The link may be mistyped, or the page was deleted.</p>
      </div>
      <Button asChild>
        <Link to={signedIn ? pathTo('feed') : pathTo('login')}>{signedIn ? 'Go to the feed' : 'Go to login'}</Link>
      </Button>
    </main>
  );
}

import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { logError } from '#platform/log.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { LogoMark } from '#ui/logo/Logo.tsx';

/** Whether the code of a page could not be loaded: no connection, or a new version took its place. */
function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** A page that broke, instead of a white screen. */
export function ErrorPage() {
  const error = useRouteError();
  const loading = isLoadFailure(error);
  usePageTitle('Something went wrong');
  useEffect(() => logError('A page broke', error), [error]);
  return (
    <main
      tabIndex={-1}
      className="mx-auto flex min-h-[70dvh] max-w-lg flex-col items-start justify-center gap-6 px-6 py-12"
    >
      <LogoMark size={36} />
      <div className="flex flex-col gap-2" role="alert">
        <h1 className="font-bold text-2xl">
          {loading ? 'This page could not be loaded' : 'Something went wrong on this page'}
        </h1>
        <p className="text-muted">
          {loading
            ? 'The connection may be down, or Hubbub was updated a moment ago. Load the page again.'
            : 'Nothing that was saved is lost. Load the page again; if it happens again, go to the feed.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>Load again</Button>
        <Button tone="secondary" asChild>
          <a href={pathTo('feed')}>Go to the feed</a>
        </Button>
      </div>
    </main>
  );
}

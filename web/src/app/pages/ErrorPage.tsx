import { useEffect } from 'react';
import { ApiError, errorTexts } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { LogoMark } from '#ui/logo/Logo.tsx';

const reload = () => window.location.reload();

/** Shown instead of a white screen when a page crashes, or when a page can't start because the server couldn't be asked who's signed in. */
export function ErrorPage({ error }: { error: unknown }) {
  const loading = error instanceof ApiError;
  usePageTitle('Something went wrong');
  useEffect(() => logError('A page broke', error), [error]);
  useEffect(() => {
    if (!loading) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [loading]);
  return (
    <main
      tabIndex={-1}
      className="mx-auto flex min-h-[70dvh] max-w-lg flex-col items-start justify-center gap-6 px-6 py-12"
    >
      <LogoMark size={36} />
      <div className="flex flex-col gap-2" role="alert">
        <h1 className="font-bold text-2xl">
          {loading ? "This page couldn't be loaded" : 'Something went wrong on this page'}
        </h1>
        <p className="text-muted">
          {loading
            ? errorTexts(error).join(' ')
            : 'Everything you saved is safe. Reload the page. If it happens again, go to the feed.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={reload}>Reload</Button>
        <Button tone="secondary" asChild>
          <a href={pathTo('feed')}>Go to the feed</a>
        </Button>
      </div>
    </main>
  );
}

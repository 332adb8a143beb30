import type { SitePage } from '@hubbub/contract/features/site/site.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { pageOptions } from '#features/site/pages.data.ts';
import { SiteLinks } from '#features/site/SiteLinks.tsx';
import { sitePageTitles } from '#features/site/site.rules.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Markdown } from '#ui/markdown/Markdown.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** The site's imprint or privacy policy, for everybody. */
export function SitePageText({ page }: { page: SitePage }) {
  const query = useQuery(pageOptions(page));
  const { data: content } = query;
  const failure = useLoadFailure(query, 'this page');
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (content === undefined) {
    return (
      <Loading label="Loading" className="flex flex-col gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64 w-full rounded-card" />
      </Loading>
    );
  }
  return (
    <div className="flex animate-appear flex-col gap-6">
      <h1 className="font-bold text-2xl tracking-tight">{sitePageTitles[page]}</h1>
      {content === '' ? <p className="text-muted">This site hasn't written this page.</p> : <Markdown text={content} />}
      <SiteLinks withAbout except={page} />
    </div>
  );
}

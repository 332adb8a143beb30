import { useQuery } from '@tanstack/react-query';
import { dataLocationsOptions } from '#features/site/pages.data.ts';
import { SiteLinks } from '#features/site/SiteLinks.tsx';
import { useSiteName } from '#features/site/SiteLogo.tsx';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** Which data goes where, for everybody: what the server says of its own settings. */
export function DataLocations() {
  const query = useQuery(dataLocationsOptions);
  const siteName = useSiteName();
  const { data: places } = query;
  const failure = useLoadFailure(query, 'this page');
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (places === undefined) {
    return (
      <Loading label="Loading" className="flex flex-col gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64 w-full rounded-card" />
      </Loading>
    );
  }
  return (
    <div className="flex animate-appear flex-col gap-7">
      <div className="flex flex-col gap-2">
        <h1 className="font-bold text-2xl tracking-tight">Which data goes where</h1>
        <p className="text-muted">
          This list is made from how <bdi>{siteName ?? 'this site'}</bdi> is set up today.
        </p>
      </div>
      {places.map(({ kind, title, text }) => (
        <section key={kind} className="flex flex-col gap-2">
          <h2 className="font-semibold text-lg">{title}</h2>
          <p className="text-pretty [overflow-wrap:anywhere]">{text}</p>
        </section>
      ))}
      <SiteLinks withAbout except="data" />
    </div>
  );
}

import type { ReactNode } from 'react';
import { type LoadingQuery, useLoadFailure } from '#platform/load-failure.ts';
import { type MorePages, ShowMore } from '#ui/show-more/ShowMore.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** What a list needs of its infinite query. */
interface Pages extends LoadingQuery, MorePages {
  isFetchNextPageError: boolean;
}

interface PagedListProps {
  pages: Pages;
  /** What it lists, as in "Loading people". */
  noun: string;
  /** Shown if there's nothing. */
  empty: ReactNode;
  isEmpty: boolean;
  /** The items. */
  children: ReactNode;
}

/** A list of the site's team, page by page: its loading, empty, failed and offline states, and the button for more. */
export function PagedList({ pages, noun, empty, isEmpty, children }: PagedListProps) {
  const { data, hasNextPage, isFetchNextPageError } = pages;
  const failure = useLoadFailure(pages, `the ${noun}`);
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (data === undefined) {
    return (
      <Loading label={`Loading ${noun}`} className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-20 w-full rounded-card" />
        ))}
      </Loading>
    );
  }
  if (isEmpty) return empty;
  return (
    <>
      {children}
      {hasNextPage && (
        <div className="mt-4 flex flex-col items-center gap-2">
          {isFetchNextPageError && <p className="text-muted text-sm">Couldn't load more.</p>}
          <ShowMore pages={pages} className="">
            {isFetchNextPageError ? 'Try again' : 'Show more'}
          </ShowMore>
        </div>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import { type LoadingQuery, useLoadFailure } from '#platform/load-failure.ts';
import { Button } from '#ui/button/Button.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

interface QueueFrameProps {
  query: LoadingQuery & { isFetching: boolean; hasNextPage: boolean; fetchNextPage: () => unknown };
  /** What it lists, as in "Loading reports". */
  noun: string;
  children: ReactNode;
}

/** A list that's loaded page by page, and whatever can take its place. */
export function QueueFrame({ query, noun, children }: QueueFrameProps) {
  const { data, isFetching, hasNextPage, fetchNextPage } = query;
  const failure = useLoadFailure(query, `the ${noun}`);
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (data === undefined) {
    return (
      <Loading label={`Loading ${noun}`} className="flex flex-col gap-4">
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-44 w-full rounded-card" />
        ))}
      </Loading>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {children}
      {hasNextPage && (
        <Button tone="secondary" wide pending={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

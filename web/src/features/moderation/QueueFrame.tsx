import type { ReactNode } from 'react';
import { ApiError, errorTexts } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

interface QueueFrameProps {
  query: {
    data: unknown;
    error: Error | null;
    isPending: boolean;
    isFetching: boolean;
    hasNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** Read out while the first page loads. */
  label: string;
  children: ReactNode;
}

/** A list that's loaded page by page, and whatever can take its place. */
export function QueueFrame({ query, label, children }: QueueFrameProps) {
  const { data, error, isPending, isFetching, hasNextPage, refetch, fetchNextPage } = query;
  if (data === undefined && isPending && error === null) {
    return (
      <Loading label={label} className="flex flex-col gap-4">
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-44 w-full rounded-card" />
        ))}
      </Loading>
    );
  }
  if (data === undefined) {
    return (
      <ErrorState
        title="We couldn't load this"
        offline={error instanceof ApiError && error.isOffline}
        onRetry={() => void refetch()}
        pending={isFetching}
      >
        {errorTexts(error).join(' ')}
      </ErrorState>
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

import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { securityLogOptions } from '#features/accounts/security.data.ts';
import { eventTexts, isWorrying } from '#features/accounts/security.rules.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { exactTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

/** What happened to the person's account, newest first. */
export function SecurityLog() {
  const query = useInfiniteQuery(securityLogOptions);
  const failure = useLoadFailure(query, 'your activity');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Recent activity</h2>
      <p className="text-muted text-sm">Log-ins and changes to your account. We keep them for a year.</p>
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {data === undefined && failure === null && (
        <Loading label="Loading your activity" className="flex flex-col gap-3">
          <Skeleton className="h-12 w-full rounded-control" />
          <Skeleton className="h-12 w-full rounded-control" />
          <Skeleton className="h-12 w-full rounded-control" />
        </Loading>
      )}
      {data?.length === 0 && <p className="text-muted">Nothing yet. Your next log-in shows up here.</p>}
      {data !== undefined && data.length > 0 && (
        <ul aria-label="Recent activity" className="divide-y divide-line">
          {data.map(({ _id, event, created_at, device, address, current }) => (
            <li key={_id} className="flex gap-4 py-3">
              {isWorrying(event) ? (
                <CircleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-danger-text" />
              ) : (
                <CircleCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
              )}
              <div className="min-w-0 flex-1">
                <p className="font-medium">{eventTexts[event]}</p>
                <p className="break-words text-muted text-sm">
                  <time dateTime={created_at}>{exactTime(created_at)}</time> · {current ? 'This device' : device}
                  {address !== '' && (
                    <>
                      {' · '}
                      <span className="inline-block max-w-full break-all">{address}</span>
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button tone="secondary" onClick={() => void fetchNextPage()} pending={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

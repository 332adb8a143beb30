import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useKeepUsernames, usernamesOptions } from '#features/accounts/identity.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, longDate } from '#platform/time.ts';
import { Card } from '#ui/card/Card.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

/** The person's former usernames, and whether they lead to them. */
export function UsernamesCard() {
  const query = useQuery(usernamesOptions);
  const failure = useLoadFailure(query, 'your old usernames');
  const { mutate, isPending, isSuccess, variables } = useKeepUsernames();
  const { data } = query;
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-lg">Old usernames</h2>
        <p role="status" className="text-muted text-sm">
          {isPending ? 'Saving…' : isSuccess && 'Saved'}
        </p>
      </div>
      <p className="text-muted text-sm">
        You can change your username in{' '}
        <Link to={pathTo('settings')} className="text-accent-text underline">
          Settings
        </Link>{' '}
        once every {limits.rename.days} days.
        {typeof data?.changeable_at === 'string' && (
          <>
            {' '}
            Next on{' '}
            <time dateTime={data.changeable_at} title={exactTime(data.changeable_at)}>
              {longDate(data.changeable_at)}
            </time>
            .
          </>
        )}
      </p>
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {data === undefined && failure === null && (
        <Loading label="Loading your old usernames">
          <Skeleton className="h-12 w-full rounded-control" />
        </Loading>
      )}
      {data !== undefined && (
        <Checkbox
          label="Keep my old usernames"
          hint={`For ${limits.rename.keptDays} days they lead to your profile, and nobody else can take them. Turning this off frees them right away.`}
          checked={isPending ? (variables ?? data.keep) : data.keep}
          onCheckedChange={(keep) => mutate(keep)}
        />
      )}
      {data !== undefined && data.former.length > 0 && (
        <ul aria-label="Old usernames" className="divide-y divide-line">
          {data.former.map(({ username, until }) => (
            <li key={username} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
              <span className="break-all font-medium">@{username}</span>
              <span className="text-muted">
                Yours until{' '}
                <time dateTime={until} title={exactTime(until)}>
                  {longDate(until)}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

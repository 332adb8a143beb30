import type { Overview as OverviewData } from '@hubbub/contract/features/site/site.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { inBytes } from '#features/site/site.rules.ts';
import { overviewOptions } from '#features/site/team.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { CountBadge } from '#ui/count-badge/CountBadge.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <Card className="flex flex-col gap-0.5 p-4">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-bold font-brand text-2xl tabular">{value}</dd>
    </Card>
  );
}

/** How storage grew, as a line. The figures beside it say the same to screen readers. */
function Trend({ trend }: { trend: OverviewData['trend'] }) {
  const bytes = trend.map(({ media_bytes }) => media_bytes);
  const [low, high] = [Math.min(...bytes), Math.max(...bytes)];
  const points = bytes.map((value, index) => {
    const x = (100 * index) / Math.max(1, bytes.length - 1);
    const y = high === low ? 15 : 28 - (26 * (value - low)) / (high - low);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true" className="h-16 w-full text-accent-text">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The people whose files take up the most space. */
function Largest({ largest }: { largest: NonNullable<OverviewData['largest']> }) {
  if (largest.length === 0) return null;
  return (
    <>
      <h3 className="mt-2 font-medium text-sm">Who uses the most</h3>
      <ol className="flex flex-col text-sm">
        {largest.map(({ user, bytes }) => (
          <li key={user.username} className="flex items-center gap-2">
            <Avatar {...avatarUrls(user.profile_path)} size={24} />
            <Link
              to={pathTo('profile', { username: user.username })}
              className="inline-flex min-h-11 min-w-0 items-center truncate rounded-sm underline-offset-4 hover:underline sm:min-h-8"
            >
              <bdi className="truncate">{user.name ?? user.username}</bdi>
            </Link>
            <span className="ml-auto shrink-0 text-muted tabular">{inBytes(bytes)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Storage({ overview }: { overview: OverviewData }) {
  const { trend, free_bytes: free, total_bytes: total } = overview;
  const [first, last] = [trend.at(0), trend.at(-1)];
  if (first === undefined || last === undefined) return null;
  const grown = last.media_bytes - first.media_bytes;
  const difference = grown >= 0 ? `${inBytes(grown)} more` : `${inBytes(-grown)} less`;
  const since = trend.length === 2 ? 'yesterday' : `${trend.length - 1} days ago`;
  return (
    <Card className="flex flex-col gap-2 p-4">
      <h2 className="font-semibold">Storage</h2>
      <p className="text-sm">
        Pictures, videos and sounds take up {inBytes(last.media_bytes)}
        {trend.length > 1 && `, ${difference} than ${since}`}.
      </p>
      {free !== undefined && free !== null && total !== undefined && total !== null && (
        <p className="text-sm">
          {inBytes(free)} of {inBytes(total)} on the disk are free.
        </p>
      )}
      {trend.length > 1 && <Trend trend={trend} />}
      <Largest largest={overview.largest ?? []} />
    </Card>
  );
}

const marks = {
  ok: { icon: CircleCheck, className: 'text-ok-text' },
  warning: { icon: TriangleAlert, className: 'text-accent-text' },
  failed: { icon: CircleX, className: 'text-danger-text' },
};

function Findings({ findings }: { findings: NonNullable<OverviewData['findings']> }) {
  const problems = findings.filter(({ state }) => state === 'failed' || state === 'warning');
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">Checkup</h2>
      <ul className="flex flex-col gap-3 text-sm">
        {problems.length === 0 && (
          <li className="flex gap-2.5">
            <CircleCheck size={18} aria-hidden="true" className={marks.ok.className} />
            Everything works.
          </li>
        )}
        {problems.map(({ about, state, found, fix }) => {
          const { icon: Icon, className } = state === 'failed' ? marks.failed : marks.warning;
          return (
            <li key={`${about} ${found}`} className="flex gap-2.5">
              <Icon size={18} aria-hidden="true" className={`mt-px shrink-0 ${className}`} />
              <span className="min-w-0 break-words">
                {found}
                {fix !== undefined && <span className="block text-muted">{fix}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const waitingLabels = { reports: 'Reports', appeals: 'Appeals', requests: 'Requests' } as const;

/** What needs a decision, as links to where it's made. */
function Waiting({ waiting }: { waiting: OverviewData['waiting'] }) {
  const kinds = (['reports', 'appeals', 'requests'] as const).filter((kind) => waiting[kind] > 0);
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">Waiting for you</h2>
      {kinds.length === 0 && <p className="text-muted text-sm">Nothing right now.</p>}
      {kinds.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {kinds.map((kind) => (
            <li key={kind}>
              <Button asChild tone="secondary">
                <Link to={pathTo('siteSection', { section: kind })}>
                  {waitingLabels[kind]}
                  <CountBadge count={waiting[kind]} />
                  <span className="sr-only">{waiting[kind]}</span>
                </Link>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Figures({ overview }: { overview: OverviewData }) {
  const { figures, findings, version, waiting } = overview;
  const count = (value: number | undefined) => value?.toLocaleString() ?? '…';
  return (
    <div className="flex flex-col gap-4">
      <Waiting waiting={waiting} />
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label="People" value={count(figures?.people)} />
        <Figure label="Posts" value={count(figures?.posts)} />
        <Figure label="Active today" value={count(figures?.active_day)} />
        <Figure label="Active this week" value={count(figures?.active_week)} />
      </dl>
      {findings === null ? (
        // On a new site, nothing below would be pushed down.
        <Skeleton className="h-24 w-full rounded-card" />
      ) : (
        <>
          <Storage overview={overview} />
          <Findings findings={findings} />
          <p className="text-muted text-xs">
            Version {version}
            {figures !== null && ` · as of ${exactTime(figures.taken_at)}`}
          </p>
        </>
      )}
    </div>
  );
}

/** How the site is doing. */
export function Overview() {
  const query = useQuery(overviewOptions);
  const failure = useLoadFailure(query, 'the overview');
  if (query.data !== undefined) return <Figures overview={query.data} />;
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  return (
    <Loading label="Loading the overview" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} className="h-20 w-full rounded-card" />
      ))}
    </Loading>
  );
}

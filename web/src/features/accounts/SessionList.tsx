import type { Session } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useNavigate } from 'react-router';
import {
  sessionsOptions,
  useDisownSession,
  useEndOtherSessions,
  useEndSession,
} from '#features/accounts/security.data.ts';
import { isHandheld } from '#features/accounts/security.rules.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

function SessionItem({ session }: { session: Session }) {
  const now = useNow();
  const end = useEndSession();
  const { session_id, device, address, created_at, last_seen_at, current } = session;
  const Icon = isHandheld(device) ? Smartphone : Monitor;
  const done = () => toast.success(`${device} was logged out`);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 sm:flex-nowrap">
      <Icon size={22} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <bdi className="break-words">{device}</bdi>
        </p>
        <p className="text-muted text-sm">
          {current ? (
            <span className="font-medium text-accent-text">This device</span>
          ) : (
            <>
              Last used <time dateTime={last_seen_at}>{usedAt(last_seen_at, now)}</time>
            </>
          )}
          {address !== null && (
            <>
              {' · '}
              <span className="inline-block max-w-full break-all">{address}</span>
            </>
          )}
        </p>
        <p className="text-muted text-sm">
          Logged in <time dateTime={created_at}>{exactTime(created_at)}</time>
        </p>
      </div>
      {!current && (
        <div className="flex w-full shrink-0 items-center gap-2 ps-9.5 sm:w-auto sm:ps-0">
          <Button
            tone="secondary"
            size="sm"
            pending={end.isPending}
            onClick={() => end.mutate(session_id, { onSuccess: done })}
            aria-label={`Log out ${device}, logged in ${exactTime(created_at)}`}
          >
            Log out
          </Button>
          <NotMe session={session} />
        </div>
      )}
    </li>
  );
}

/** Says that a session was somebody else's, which leads to a new password. */
function NotMe({ session: { session_id, device, created_at } }: { session: Session }) {
  const navigate = useNavigate();
  const disown = useDisownSession();

  async function askAndDisown(): Promise<void> {
    const details = `We log out ${device} and every device that logged in since, except this one. Passkeys, one-time codes and a new email added there go, too. Then you choose a new password.`;
    if (!(await confirm("Wasn't this you?", { details }))) return;
    disown.mutate(session_id, {
      onSuccess: (reset_token) => void navigate(pathTo('resetPassword', {}, { reset_token })),
    });
  }

  return (
    <Button
      tone="quiet"
      size="sm"
      pending={disown.isPending}
      onClick={() => void askAndDisown()}
      aria-label={`This wasn't me: ${device}, logged in ${exactTime(created_at)}`}
    >
      This wasn't me
    </Button>
  );
}

/** When something was used, after "Last used". */
function usedAt(iso: string, now: number): string {
  const text = relativeTime(iso, now);
  if (text === 'now') return 'just now';
  return /^\d+[mhd]$/.test(text) ? `${text} ago` : `on ${text}`;
}

/** Where the person is logged in, with a button for each device and one for all others. */
export function SessionList() {
  const query = useQuery(sessionsOptions);
  const failure = useLoadFailure(query, 'your devices');
  const endOthers = useEndOtherSessions();
  const { data } = query;

  async function askAndEnd(): Promise<void> {
    const details = 'You stay logged in on this device. Everywhere else, you have to log in again.';
    if (!(await confirm('Log out all other devices?', { details }))) return;
    endOthers.mutate(undefined, { onSuccess: () => toast.success('All other devices were logged out') });
  }

  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Where you're logged in</h2>
      <p className="text-muted text-sm">If you don't recognize a device, say that it wasn't you.</p>
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {data === undefined && failure === null && (
        <Loading label="Loading your devices" className="flex flex-col gap-3">
          <Skeleton className="h-16 w-full rounded-control" />
          <Skeleton className="h-16 w-full rounded-control" />
        </Loading>
      )}
      {data !== undefined && (
        <ul aria-label="Devices" className="divide-y divide-line">
          {data.map((session) => (
            <SessionItem key={session.session_id} session={session} />
          ))}
        </ul>
      )}
      {data !== undefined && data.length > 1 && (
        <div>
          <Button tone="secondary" pending={endOthers.isPending} onClick={() => void askAndEnd()}>
            Log out all other devices
          </Button>
        </div>
      )}
    </Card>
  );
}

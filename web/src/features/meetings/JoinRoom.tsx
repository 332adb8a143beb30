import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { roomAddressOptions } from '#features/meetings/meetings.data.ts';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { memberPage, pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** The host of an address, for people. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** Section 2, join room: checks the session and goes on to the room. */
export function JoinRoom({ room }: { room: string }) {
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(roomAddressOptions(room));

  useEffect(() => {
    if (!data?.answers) return;
    // The way back leads to where the person came from, and not through here again.
    const ownRoom = memberPage(data.url);
    if (ownRoom !== null) void navigate(ownRoom, { replace: true });
    else window.location.replace(data.url);
  }, [data, navigate]);

  if (error !== null && !isHandled(error)) {
    return (
      <ErrorState
        title="The meeting could not be opened"
        offline={error instanceof ApiError && error.isOffline}
        onRetry={() => void refetch()}
        pending={isFetching}
      >
        {errorTexts(error).join(' ')}
      </ErrorState>
    );
  }
  if (data?.answers === false) {
    return (
      <>
        <ErrorState title="The meeting service does not answer" onRetry={() => void refetch()} pending={isFetching}>
          {hostOf(data.url)} cannot be reached from here. Try again in a moment; if it stays so, tell whoever runs this
          Hubbub.
        </ErrorState>
        <div className="flex flex-wrap justify-center gap-2">
          <Button tone="quiet" asChild>
            <a href={data.url}>Go there all the same</a>
          </Button>
          <Button tone="quiet" asChild>
            <Link to={pathTo('videoConference')}>Back</Link>
          </Button>
        </div>
      </>
    );
  }
  return (
    <div role="status" className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 text-muted">
      <Spinner size={28} />
      <p className="text-lg">Redirecting...</p>
    </div>
  );
}

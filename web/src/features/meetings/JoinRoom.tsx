import { parseUrl } from '@hubbub/contract/platform/urls.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { roomAddressOptions } from '#features/meetings/meetings.data.ts';
import { keepCode } from '#features/meetings/recent-codes.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { memberPage, pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** A URL's host, as shown to people. */
const hostOf = (url: string) => parseUrl(url)?.host ?? url;

/** Checks the session and continues to the room. */
export function JoinRoom({ room }: { room: string }) {
  const navigate = useNavigate();
  const query = useQuery(roomAddressOptions(room));
  const { data, error, isFetching, refetch } = query;
  const failure = useLoadFailure(query, 'the meeting');

  useEffect(() => {
    if (!data?.answers) return;
    keepCode(room);
    // Back leads to where the person came from, without passing through here again.
    const ownRoom = memberPage(data.url);
    if (ownRoom !== null) void navigate(ownRoom, { replace: true });
    else window.location.replace(data.url);
  }, [data, navigate, room]);

  if (failure !== null && !isHandled(error)) {
    return (
      <ErrorState {...failure} title="Couldn't open the meeting">
        {failure.text}
      </ErrorState>
    );
  }
  if (data?.answers === false) {
    return (
      <>
        <ErrorState title="The meeting service isn't answering" onRetry={() => void refetch()} pending={isFetching}>
          {hostOf(data.url)} can't be reached from here. Try again in a moment. If it keeps happening, tell whoever runs
          this Hubbub.
        </ErrorState>
        <div className="flex flex-wrap justify-center gap-2">
          <Button tone="quiet" asChild>
            <a href={data.url}>Go anyway</a>
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

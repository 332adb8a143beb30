import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { Call } from '#features/meetings/Call.tsx';
import { type OpenedCall, openedCallIn, toldOf } from '#features/meetings/calls.rules.ts';
import { Lobby } from '#features/meetings/Lobby.tsx';
import { createLocalMedia, type LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { fetchIceServers } from '#features/meetings/meetings.data.ts';
import { type MeetingParameters, parametersIn } from '#features/meetings/parameters.rules.ts';
import { setMeeting } from '#features/meetings/ringing.ts';
import { useStore } from '#features/meetings/use-store.ts';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { onServerEvent } from '#platform/socket.ts';
import { Button } from '#ui/button/Button.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

function Left({ title, onRejoin }: { title: string; onRejoin: () => void }) {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-6 px-6 text-center">
      <h1 className="text-balance font-bold text-2xl">{title}</h1>
      <div className="flex flex-wrap justify-center gap-3">
        <Button tone="secondary" onClick={onRejoin}>
          Rejoin
        </Button>
        <Button asChild>
          <Link to={pathTo('videoConference')}>Back to video conference</Link>
        </Button>
      </div>
    </div>
  );
}

/** A call while it connects, and if it can't be joined. */
function Connecting({
  call,
  refusal,
  onRetry,
}: {
  call: OpenedCall;
  refusal: string | undefined;
  onRetry: () => void;
}) {
  return (
    <div className="m-auto flex flex-col items-center gap-5 px-6 text-center">
      <h1 className="break-words font-bold text-2xl">{call.title}</h1>
      {refusal === undefined ? (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner size={20} /> Connecting…
        </p>
      ) : (
        <>
          <p role="alert" className="text-muted">
            {refusal}
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button tone="secondary" onClick={onRetry}>
              Try again
            </Button>
            <Button asChild>
              <Link to={call.path}>Go back</Link>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Ends this page's part in a call with the call, tells what became of the others, and leads back to where it belongs. */
function useCall(call: OpenedCall | undefined, room: string, meeting: Meeting): void {
  const navigate = useNavigate();
  const { phase } = useStore(meeting);
  const isCall = call !== undefined;
  useEffect(() => {
    if (!isCall) return;
    return onServerEvent('callChanged', (change) => {
      if (change.call.code !== room) return;
      const told = toldOf(change, (username) => {
        const { people, ringing } = change.call;
        return [...people, ...ringing].find((one) => one.username === username)?.name ?? username;
      });
      if (told !== null) toast.success(told);
      if (change.change === 'ended') meeting.leave();
    });
  }, [isCall, room, meeting]);
  const back = useEffectEvent(() => {
    if (call !== undefined) void navigate(call.path, { replace: true });
  });
  useEffect(() => {
    if (phase === 'left') back();
  }, [phase]);
}

const isRelay = ({ urls }: RTCIceServer) => [urls].flat().some((url) => url.startsWith('turn'));

interface MeetingStageProps {
  parameters: MeetingParameters;
  call: OpenedCall | undefined;
  meeting: Meeting;
  media: LocalMedia;
  iceServers: RTCIceServer[];
  onRejoin: () => void;
}

/** Everything after Join: the lobby until the server admits the page, the call, and the screen after it. */
function MeetingStage({ parameters, call, meeting, media, iceServers, onRejoin }: MeetingStageProps) {
  const { room, hide, notify, duration } = parameters;
  const { phase, refusal } = useStore(meeting);
  const [isOver, setIsOver] = useState(false);
  useCall(call, room, meeting);

  useEffect(() => {
    setMeeting(phase === 'left' ? undefined : room);
    return () => setMeeting(undefined);
  }, [phase, room]);

  useEffect(() => {
    if (phase === 'left') media.stop();
    if (phase !== 'inside' || duration === null) return;
    const timer = setTimeout(() => {
      setIsOver(true);
      meeting.leave();
    }, duration);
    return () => clearTimeout(timer);
  }, [phase, duration, media, meeting]);

  if (phase === 'left') {
    if (call !== undefined) return null;
    return <Left title={isOver ? "This meeting's time is up" : 'You left the meeting'} onRejoin={onRejoin} />;
  }
  if (phase === 'inside') {
    return (
      <Call
        room={room}
        title={call?.title}
        meeting={meeting}
        media={media}
        hide={hide}
        notify={notify}
        hasRelay={iceServers.some(isRelay)}
      />
    );
  }
  if (call !== undefined) return <Connecting call={call} refusal={refusal} onRetry={onRejoin} />;
  return <Lobby room={room} media={media} pending={phase === 'entering'} refusal={refusal} onJoin={onRejoin} />;
}

/** The call's code, and with it the server connection, load while the person checks the preview. */
const loadMeeting = () => import('#features/meetings/meeting.ts');

interface VisitProps {
  parameters: MeetingParameters;
  /** Undefined: it's no call, or was opened by a link. */
  call: OpenedCall | undefined;
  onRestart: () => void;
}

/** One visit to a room: devices are opened once and released at the end. */
function Visit({ parameters, call, onRestart }: VisitProps) {
  const { room, audio, video, screen } = parameters;
  const [media, setMedia] = useState<LocalMedia>();
  const [meeting, setMeeting] = useState<Meeting>();
  const entered = useRef<Meeting>(undefined);
  const [joining, setJoining] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  // Requested while the person checks the preview, so that Join doesn't have to wait.
  const { data: iceServers, refetch } = useQuery({
    queryKey: ['ice-servers'],
    queryFn: fetchIceServers,
    staleTime: 60 * 60_000,
  });

  useEffect(() => {
    // Opens the server connection ahead of Join. If its code can't be loaded now, pressing Join reports that.
    loadMeeting().then(
      ({ openLine }) => openLine(),
      () => undefined,
    );
  }, []);

  useEffect(() => {
    const opened = createLocalMedia();
    setMedia(opened);
    void opened.start({ audio, video });
    return opened.stop;
  }, [audio, video]);

  useEffect(() => () => entered.current?.leave(), []);

  const join = async () => {
    if (media === undefined) return;
    setJoining(true);
    setRefusal(undefined);
    try {
      const servers = iceServers ?? (await refetch({ throwOnError: true })).data ?? [];
      // Screen sharing requires a user gesture, which the press provides.
      if (screen) await media.shareScreen();
      const { createMeeting } = await loadMeeting();
      entered.current = createMeeting({ room, media, iceServers: servers });
      entered.current.enter();
      setMeeting(entered.current);
    } catch (error) {
      setRefusal(errorTexts(error).join(' '));
    } finally {
      setJoining(false);
    }
  };

  const joinAtOnce = useEffectEvent(() => {
    if (call !== undefined) void join();
  });
  useEffect(() => {
    if (media !== undefined) joinAtOnce();
  }, [media]);

  if (media === undefined) return null;
  if (meeting !== undefined) {
    return (
      <MeetingStage
        parameters={parameters}
        call={call}
        meeting={meeting}
        media={media}
        iceServers={iceServers ?? []}
        onRejoin={() => (meeting.state().phase === 'left' ? onRestart() : void join())}
      />
    );
  }
  if (call !== undefined) return <Connecting call={call} refusal={refusal} onRetry={() => void join()} />;
  return <Lobby room={room} media={media} pending={joining} refusal={refusal} onJoin={() => void join()} />;
}

/** The built-in meeting room, configured by the URL's parameters. */
export function MeetingPage() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const [visit, setVisit] = useState(0);
  const parameters = parametersIn(search);
  if (parameters === null) {
    return (
      <div className="m-auto">
        <EmptyState
          icon={CalendarX2}
          title="This link doesn't lead to a meeting"
          action={
            <Button asChild>
              <Link to={pathTo('videoConference')}>Start a meeting</Link>
            </Button>
          }
        >
          Its meeting code is missing. Ask for the link again.
        </EmptyState>
      </div>
    );
  }
  return (
    <Visit
      key={`${parameters.room} ${visit}`}
      parameters={parameters}
      call={openedCallIn(state)}
      onRestart={() => setVisit((count) => count + 1)}
    />
  );
}

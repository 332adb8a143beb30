import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { CallPage } from '#features/meetings/CallPage.tsx';
import { openedCallIn } from '#features/meetings/calls.rules.ts';
import { leaveCall } from '#features/meetings/current-call.ts';
import { Lobby } from '#features/meetings/Lobby.tsx';
import { LateCall } from '#features/meetings/late-call.ts';
import { createLocalMedia, type LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { hasRelay, iceServersOptions } from '#features/meetings/meetings.data.ts';
import { type MeetingParameters, parametersIn } from '#features/meetings/parameters.rules.ts';
import { setMeeting } from '#features/meetings/ringing.ts';
import { TrackAudio } from '#features/meetings/TrackVideo.tsx';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { useStore } from '#platform/store.ts';
import { Button } from '#ui/button/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';

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

interface MeetingStageProps {
  parameters: MeetingParameters;
  meeting: Meeting;
  media: LocalMedia;
  iceServers: RTCIceServer[];
  onRejoin: () => void;
}

/** Everything after Join: the lobby until the server admits the page, the call, and the screen after it. */
function MeetingStage({ parameters, meeting, media, iceServers, onRejoin }: MeetingStageProps) {
  const { room, hide, notify, duration } = parameters;
  const { phase, refusal, peers } = useStore(meeting);
  const { speaker } = useStore(media).chosen;
  const [isOver, setIsOver] = useState(false);

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
    return <Left title={isOver ? "This meeting's time is up" : 'You left the meeting'} onRejoin={onRejoin} />;
  }
  if (phase === 'inside') {
    return (
      <>
        {peers.map(({ peer_id, stream, media: sent }) => (
          <TrackAudio key={peer_id} stream={stream} isMuted={!sent.audio} speaker={speaker} />
        ))}
        <LateCall
          room={room}
          meeting={meeting}
          media={media}
          hide={hide}
          notify={notify}
          hasRelay={hasRelay(iceServers)}
          onLeave={meeting.leave}
        />
      </>
    );
  }
  return <Lobby room={room} media={media} pending={phase === 'entering'} refusal={refusal} onJoin={onRejoin} />;
}

/** The call's code, and with it the server connection, load while the person checks the preview. */
const loadMeeting = () => import('#features/meetings/meeting.ts');

interface VisitProps {
  parameters: MeetingParameters;
  onRestart: () => void;
}

/** One visit to a room: devices are opened once and released at the end. */
function Visit({ parameters, onRestart }: VisitProps) {
  const { room, audio, video, screen } = parameters;
  const [media, setMedia] = useState<LocalMedia>();
  const [meeting, setMeeting] = useState<Meeting>();
  const entered = useRef<Meeting>(undefined);
  const isOver = useRef(false);
  const [joining, setJoining] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  // Requested while the person checks the preview, so that Join doesn't have to wait.
  const { data: iceServers, refetch } = useQuery(iceServersOptions);

  useEffect(() => {
    void LateCall.load();
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

  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
      entered.current?.leave();
    };
  }, []);

  const join = async () => {
    if (media === undefined) return;
    // Nobody can be in two meetings at the same time.
    leaveCall();
    setJoining(true);
    setRefusal(undefined);
    try {
      const servers = iceServers ?? (await refetch({ throwOnError: true })).data ?? [];
      // Screen sharing requires a user gesture, which the press provides.
      if (screen) await media.shareScreen();
      const { createMeeting } = await loadMeeting();
      // The page was left meanwhile.
      if (isOver.current) return;
      entered.current = createMeeting({ room, media, iceServers: servers });
      entered.current.enter();
      setMeeting(entered.current);
    } catch (error) {
      setRefusal(errorTexts(error).join(' '));
    } finally {
      setJoining(false);
    }
  };

  if (media === undefined) return null;
  if (meeting !== undefined) {
    return (
      <MeetingStage
        parameters={parameters}
        meeting={meeting}
        media={media}
        iceServers={iceServers ?? []}
        onRejoin={() => (meeting.state().phase === 'left' ? onRestart() : void join())}
      />
    );
  }
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
  const call = openedCallIn(state);
  if (call !== undefined) return <CallPage key={call.roomId} call={call} />;
  return (
    <Visit
      key={`${parameters.room} ${visit}`}
      parameters={parameters}
      onRestart={() => setVisit((count) => count + 1)}
    />
  );
}

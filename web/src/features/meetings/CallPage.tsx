import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OpenedCall } from '#features/meetings/calls.rules.ts';
import {
  type CallSession,
  currentCall,
  enterCall,
  type JoinedCall,
  joinCall,
  leaveCall,
} from '#features/meetings/current-call.ts';
import { LateCall } from '#features/meetings/late-call.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { useStore } from '#platform/store.ts';
import { Button } from '#ui/button/Button.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface ConnectingProps {
  joined: JoinedCall;
  /** Why it couldn't be joined. */
  refusal?: string | undefined;
}

/** A call while it connects, and if it can't be joined. */
function Connecting({ joined, refusal }: ConnectingProps) {
  return (
    <div className="m-auto flex flex-col items-center gap-5 px-6 text-center">
      <h1 className="break-words font-bold text-2xl">{joined.title}</h1>
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
            <Button tone="secondary" onClick={() => joinCall(joined)}>
              Try again
            </Button>
            <Button onClick={leaveCall}>Go back</Button>
          </div>
        </>
      )}
    </div>
  );
}

interface OpenProps {
  joined: JoinedCall;
  meeting: Meeting;
  session: CallSession;
}

function Open({ joined, meeting, session: { media, code = '', hasRelay = false } }: OpenProps) {
  const { phase, refusal } = useStore(meeting);
  if (phase !== 'inside') return <Connecting joined={joined} refusal={refusal} />;
  return (
    <LateCall
      room={code}
      title={joined.title}
      path={joined.path}
      meeting={meeting}
      media={media}
      hide={false}
      notify
      hasRelay={hasRelay}
      onLeave={leaveCall}
    />
  );
}

/** The page of a call or voice channel, which continues when the page is closed. Once the call is left, it leads back to where the call belongs. */
export function CallPage({ call }: { call: OpenedCall }) {
  const navigate = useNavigate();
  const { joined, session } = useStore(currentCall);
  const [isEntering, setEntering] = useState(true);
  const enter = useEffectEvent(() => enterCall({ kind: 'call', ...call }));
  const back = useEffectEvent(() => void navigate(call.path, { replace: true }));
  useEffect(() => {
    let isOpen = true;
    void enter().then((isIn) => {
      if (!isOpen) return;
      setEntering(false);
      if (!isIn) back();
    });
    void LateCall.load();
    return () => {
      isOpen = false;
    };
  }, []);
  useEffect(
    () =>
      currentCall.subscribe(() => {
        if (currentCall.state().joined?.roomId !== call.roomId) back();
      }),
    [call.roomId],
  );
  if (joined?.roomId !== call.roomId) return isEntering ? <Connecting joined={{ kind: 'call', ...call }} /> : null;
  if (session?.meeting === undefined) return <Connecting joined={joined} refusal={session?.fault} />;
  return <Open joined={joined} meeting={session.meeting} session={session} />;
}

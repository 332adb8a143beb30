import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callOptions, startCall } from '#features/meetings/calls.data.ts';
import { currentCall, type JoinedCall, keepMuted, leaveCall, setCallSession } from '#features/meetings/current-call.ts';
import { createLocalMedia, type LocalMedia } from '#features/meetings/local-media.ts';
import { createMeeting, type Meeting } from '#features/meetings/meeting.ts';
import { hasRelay, iceServersOptions } from '#features/meetings/meetings.data.ts';
import { setMeeting } from '#features/meetings/ringing.ts';
import { TrackAudio } from '#features/meetings/TrackVideo.tsx';
import { errorTexts } from '#platform/errors.ts';
import { onServerEvent } from '#platform/socket.ts';
import { useStore } from '#platform/store.ts';

/**
 * How long what's known of a call stays valid, in milliseconds: people who join have just started it or been notified of it, unless the
 * page was reloaded.
 */
const freshTime = 5_000;

/** The code of the meeting; undefined: the call is over. A voice channel is always open. */
async function codeOf(client: QueryClient, { kind, roomId }: JoinedCall): Promise<string | undefined> {
  if (kind === 'voice') return await startCall(client, roomId);
  return (await client.fetchQuery({ ...callOptions(roomId), staleTime: freshTime }))?.code;
}

/** Plays the others' sound, and leaves the call when it ends. */
function Others({ meeting, media, code }: { meeting: Meeting; media: LocalMedia; code: string }) {
  const { peers } = useStore(meeting);
  const { speaker } = useStore(media).chosen;
  useEffect(
    () =>
      onServerEvent('callChanged', (change) => {
        if (change.call.code !== code) return;
        if (change.change === 'ended') leaveCall();
      }),
    [code],
  );
  return peers.map(({ peer_id, stream, media: sent }) => (
    <TrackAudio key={peer_id} stream={stream} isMuted={!sent.audio} speaker={speaker} />
  ));
}

/** Keeps a call or voice channel going on every page: sends the microphone to the others, and plays their sound. */
export function CallSound({ joined }: { joined: JoinedCall }) {
  const client = useQueryClient();
  const { session } = useStore(currentCall);
  useEffect(() => {
    let isOver = false;
    let meeting: Meeting | undefined;
    let unsubscribe: (() => void) | undefined;
    const media = createLocalMedia();
    const noteMicrophone = () => {
      const { audioOn, faults } = media.state();
      // After a reload, one that failed is tried again.
      keepMuted(!audioOn && faults.microphone === undefined);
    };
    setCallSession({ media });
    const open = async () => {
      await media.start({ audio: !joined.isMuted, video: false });
      if (!isOver) unsubscribe = media.subscribe(noteMicrophone);
      const [iceServers, code] = await Promise.all([client.fetchQuery(iceServersOptions), codeOf(client, joined)]);
      if (isOver) return;
      if (code === undefined) return leaveCall();
      meeting = createMeeting({ room: code, media, iceServers });
      meeting.enter();
      setMeeting(code);
      setCallSession({ media, meeting, code, hasRelay: hasRelay(iceServers) });
    };
    open().catch((error: unknown) => {
      if (!isOver) setCallSession({ media, fault: errorTexts(error).join(' ') });
    });
    return () => {
      isOver = true;
      unsubscribe?.();
      meeting?.leave();
      media.stop();
      setMeeting(undefined);
      setCallSession(undefined);
    };
  }, [client, joined]);
  if (session?.meeting === undefined || session.code === undefined) return null;
  return <Others meeting={session.meeting} media={session.media} code={session.code} />;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startCall } from '#features/meetings/calls.data.ts';
import { createLocalMedia } from '#features/meetings/local-media.ts';
import { createMeeting, type Meeting } from '#features/meetings/meeting.ts';
import { fetchIceServers } from '#features/meetings/meetings.data.ts';
import { setMeeting } from '#features/meetings/ringing.ts';
import { TrackAudio } from '#features/meetings/TrackVideo.tsx';
import { useStore } from '#features/meetings/use-store.ts';
import { setVoiceSession, voice } from '#features/meetings/voice.ts';
import { errorTexts } from '#platform/errors.ts';

function Others({ meeting }: { meeting: Meeting }) {
  return useStore(meeting).peers.map(({ peer_id, stream }) => <TrackAudio key={peer_id} stream={stream} />);
}

/** The sound of a voice channel, whatever page is open: the microphone goes to the others, and theirs is heard. */
export function VoiceSound({ roomId }: { roomId: string }) {
  const client = useQueryClient();
  const { session } = useStore(voice);
  useEffect(() => {
    let isOver = false;
    let meeting: Meeting | undefined;
    const media = createLocalMedia();
    setVoiceSession({ media });
    const open = async () => {
      await media.start({ audio: true, video: false });
      const [iceServers, code] = await Promise.all([fetchIceServers(), startCall(client, roomId)]);
      if (isOver) return;
      meeting = createMeeting({ room: code, media, iceServers });
      meeting.enter();
      setMeeting(code);
      setVoiceSession({ media, meeting, code });
    };
    open().catch((error: unknown) => {
      if (!isOver) setVoiceSession({ media, fault: errorTexts(error).join(' ') });
    });
    return () => {
      isOver = true;
      meeting?.leave();
      media.stop();
      setMeeting(undefined);
      setVoiceSession(undefined);
    };
  }, [client, roomId]);
  return session?.meeting && <Others meeting={session.meeting} />;
}

import type { ReactNode } from 'react';
import { currentCall } from '#features/meetings/current-call.ts';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { useSpeaking } from '#features/meetings/use-speaking.ts';
import { useCurrentUser } from '#platform/session.ts';
import { useStore } from '#platform/store.ts';

/** Whether somebody in the person's call is muted or speaking. */
interface Voice {
  isMuted: boolean;
  isSpeaking: boolean;
}

interface VoicesProps {
  /** @param voices by usernames */
  children: (voices: ReadonlyMap<string, Voice>) => ReactNode;
}

const own = 'own';
const nobody: ReadonlyMap<string, Voice> = new Map();

function Heard({ meeting, media, children }: VoicesProps & { meeting: Meeting; media: LocalMedia }) {
  const { username } = useCurrentUser();
  const { peers } = useStore(meeting);
  const { audioOn, microphone } = useStore(media);
  const speaking = useSpeaking(meeting.levels, own, audioOn ? microphone : undefined);
  const others = peers.map(({ peer_id: id, user, media: { audio } }) => ({ id, username: user.username, audio }));
  const all = [{ id: own, username, audio: audioOn }, ...others];
  return children(
    new Map(
      all.map(({ id, username: name, audio }) => [name, { isMuted: !audio, isSpeaking: audio && speaking.has(id) }]),
    ),
  );
}

/** Passes on who is muted and who is speaking in the person's call or voice channel; empty until it's entered. */
export function Voices({ children }: VoicesProps) {
  const { meeting, media } = useStore(currentCall).session ?? {};
  if (meeting === undefined || media === undefined) return children(nobody);
  return (
    <Heard meeting={meeting} media={media}>
      {children}
    </Heard>
  );
}

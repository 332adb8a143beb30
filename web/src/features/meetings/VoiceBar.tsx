import { Mic, MicOff, PhoneOff, Video, Volume2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { openCall } from '#features/meetings/open-call.ts';
import { useStore } from '#features/meetings/use-store.ts';
import { leaveVoice, type VoiceStay, voice } from '#features/meetings/voice.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** How it goes. */
function Status({ meeting }: { meeting: Meeting }) {
  const { phase, refusal, isOffline, peers } = useStore(meeting);
  if (refusal !== undefined) return <span role="alert">{refusal}</span>;
  if (isOffline) return 'Connection lost. Reconnecting…';
  if (phase !== 'inside') return 'Connecting…';
  if (peers.length === 0) return "You're the only one here";
  return peers.map(({ user }) => user.name ?? user.username).join(', ');
}

function Microphone({ media }: { media: LocalMedia }) {
  const { audioOn } = useStore(media);
  return (
    <IconButton
      label={audioOn ? 'Turn off microphone' : 'Turn on microphone'}
      onClick={() => void media.setAudio(!audioOn)}
    >
      {audioOn ? (
        <Mic size={18} aria-hidden="true" />
      ) : (
        <MicOff size={18} className="text-danger-text" aria-hidden="true" />
      )}
    </IconButton>
  );
}

function Bar({ stay, floats }: { stay: VoiceStay; floats: boolean }) {
  const navigate = useNavigate();
  const { session } = useStore(voice);
  const { media, meeting, code, fault } = session ?? {};
  const open = () => {
    if (code === undefined) return;
    leaveVoice();
    openCall(navigate, code, { title: stay.title, path: stay.path });
  };
  return (
    <section
      aria-label="Voice channel"
      className={cx(
        'flex items-center gap-2 border-line bg-raised py-1 pr-1 pl-4',
        floats
          ? 'fixed inset-x-2 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-30 rounded-card border shadow-float md:inset-x-auto md:right-4 md:bottom-4 md:w-88'
          : 'shrink-0 border-b',
      )}
    >
      <Volume2 size={18} aria-hidden="true" className="shrink-0 text-ok-text" />
      <div className="min-w-0 flex-1 leading-tight">
        <Link to={stay.path} dir="auto" className="block truncate font-semibold text-sm hover:underline">
          {stay.title}
        </Link>
        <p role="status" className="truncate text-muted text-xs">
          {fault ?? (meeting === undefined ? 'Connecting…' : <Status meeting={meeting} />)}
        </p>
      </div>
      <span className="flex shrink-0">
        {media !== undefined && <Microphone media={media} />}
        <IconButton label="Open with video" disabled={code === undefined} onClick={open}>
          <Video size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label="Leave the voice channel" onClick={leaveVoice}>
          <PhoneOff size={18} aria-hidden="true" className="text-danger-text" />
        </IconButton>
      </span>
    </section>
  );
}

/** The voice channel the person is in, while they read elsewhere. @param floats it has no place of its own on the page */
export function VoiceBar({ floats }: { floats: boolean }) {
  const { stay } = useStore(voice);
  return stay === undefined ? null : <Bar stay={stay} floats={floats} />;
}

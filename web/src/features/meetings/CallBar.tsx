import { Maximize2, Mic, MicOff, Phone, PhoneOff, Video, VideoOff, Volume2 } from 'lucide-react';
import { Fragment } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { openedCallIn } from '#features/meetings/calls.rules.ts';
import { currentCall, type JoinedCall, leaveCall } from '#features/meetings/current-call.ts';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { openCall } from '#features/meetings/open-call.ts';
import { Voices } from '#features/meetings/Voices.tsx';
import { pathTo } from '#platform/paths.ts';
import { useStore } from '#platform/store.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** Only the color says who speaks: as text, it would be read out over what they say. */
function Name({ name, isSpeaking }: { name: string; isSpeaking: boolean }) {
  return (
    <bdi data-speaking={isSpeaking || undefined} className={cx(isSpeaking && 'font-semibold text-accent-text')}>
      {name}
    </bdi>
  );
}

/** Whether it's connecting, connected or refused, and with whom. */
function Status({ meeting, isVoice }: { meeting: Meeting; isVoice: boolean }) {
  const { phase, refusal, isOffline, peers, hasMet } = useStore(meeting);
  if (refusal !== undefined) return <span role="alert">{refusal}</span>;
  if (isOffline) return 'Connection lost. Reconnecting…';
  if (phase !== 'inside') return 'Connecting…';
  if (peers.length === 0) return isVoice || hasMet ? "You're the only one here" : 'Calling…';
  return (
    <Voices>
      {(voices) =>
        peers.map(({ peer_id: id, user: { name, username } }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <Name name={name ?? username} isSpeaking={voices.get(username)?.isSpeaking === true} />
          </Fragment>
        ))
      }
    </Voices>
  );
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

/** Turns off a camera that's on: the person doesn't see themselves on this page, but others do. */
function Camera({ media }: { media: LocalMedia }) {
  const { videoOn } = useStore(media);
  if (!videoOn) return null;
  return (
    <IconButton label="Turn off camera" onClick={() => void media.setVideo(false)}>
      <VideoOff size={18} aria-hidden="true" />
    </IconButton>
  );
}

function Bar({ joined, floats }: { joined: JoinedCall; floats: boolean }) {
  const navigate = useNavigate();
  const { session } = useStore(currentCall);
  const { media, meeting, code, fault } = session ?? {};
  const isVoice = joined.kind === 'voice';
  const Icon = isVoice ? Volume2 : Phone;
  return (
    <section
      aria-label={isVoice ? 'Voice channel' : 'Call'}
      data-floating-call={floats || undefined}
      className={cx(
        'flex items-center gap-2 border-line bg-raised py-1 pr-1 pl-4',
        floats
          ? 'fixed inset-x-2 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-30 rounded-card border shadow-float md:inset-x-auto md:right-4 md:bottom-4 md:w-88'
          : 'shrink-0 border-b',
      )}
    >
      <Icon size={18} aria-hidden="true" className="shrink-0 text-ok-text" />
      <div className="min-w-0 flex-1 leading-tight">
        <Link to={joined.path} dir="auto" className="block truncate font-semibold text-sm hover:underline">
          {joined.title}
        </Link>
        <p role="status" className="truncate text-muted text-xs">
          {fault ?? (meeting === undefined ? 'Connecting…' : <Status meeting={meeting} isVoice={isVoice} />)}
        </p>
      </div>
      <span className="flex shrink-0">
        {media !== undefined && <Camera media={media} />}
        {media !== undefined && <Microphone media={media} />}
        <IconButton
          label={isVoice ? 'Open with video' : 'Open the call'}
          disabled={code === undefined}
          onClick={() => code !== undefined && openCall(navigate, code, joined)}
        >
          {isVoice ? <Video size={18} aria-hidden="true" /> : <Maximize2 size={18} aria-hidden="true" />}
        </IconButton>
        <IconButton label={isVoice ? 'Leave the voice channel' : 'Leave the call'} onClick={leaveCall}>
          <PhoneOff size={18} aria-hidden="true" className="text-danger-text" />
        </IconButton>
      </span>
    </section>
  );
}

/**
 * The call or voice channel the person is in, while they read elsewhere: not on its own page.
 * @param floats it has no place of its own on the page
 */
export function CallBar({ floats }: { floats: boolean }) {
  const { joined } = useStore(currentCall);
  const { pathname, state } = useLocation();
  const isOpen = pathname === pathTo('meetJoin') && openedCallIn(state)?.roomId === joined?.roomId;
  return joined === undefined || isOpen ? null : <Bar joined={joined} floats={floats} />;
}

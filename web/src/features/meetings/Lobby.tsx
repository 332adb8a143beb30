import { ArrowLeft, Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { Link } from 'react-router';
import { CopyLink } from '#features/meetings/CopyLink.tsx';
import { DeviceChoice } from '#features/meetings/DeviceChoice.tsx';
import { FaultList } from '#features/meetings/FaultList.tsx';
import { LevelMeter } from '#features/meetings/LevelMeter.tsx';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import { RoundToggle } from '#features/meetings/RoundToggle.tsx';
import { TrackVideo } from '#features/meetings/TrackVideo.tsx';
import { useTrackStream } from '#features/meetings/use-track-stream.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { useStore } from '#platform/store.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

function Preview({ media }: { media: LocalMedia }) {
  const { camera, microphone, videoOn, audioOn, opening } = useStore(media);
  const user = useCurrentUser();
  const stream = useTrackStream(camera);
  return (
    <div className="relative aspect-[4/3] w-full overflow-hidden rounded-card border border-line bg-raised sm:aspect-video">
      {stream === undefined ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 pb-14">
          <Avatar {...avatarUrls(user.profile_path)} size={88} eager />
          <p className="text-muted text-sm">{opening ? 'Starting the camera' : 'The camera is off'}</p>
        </div>
      ) : (
        <TrackVideo stream={stream} mirrored />
      )}
      <div className="absolute inset-x-0 bottom-3 flex items-center justify-center gap-3">
        <RoundToggle
          on={audioOn || opening}
          label={audioOn ? 'Turn off microphone' : 'Turn on microphone'}
          icon={audioOn ? Mic : MicOff}
          onClick={() => void media.setAudio(!audioOn)}
        />
        <RoundToggle
          on={videoOn || opening}
          label={videoOn ? 'Turn off camera' : 'Turn on camera'}
          icon={videoOn ? Video : VideoOff}
          onClick={() => void media.setVideo(!videoOn)}
        />
      </div>
      {audioOn && (
        <div className="absolute bottom-6 left-4 hidden rounded-full bg-black/65 px-2 py-1 sm:block">
          <LevelMeter track={microphone} />
        </div>
      )}
    </div>
  );
}

interface LobbyProps {
  room: string;
  media: LocalMedia;
  /** A join is in progress. */
  pending: boolean;
  /** Why the last attempt to join failed. */
  refusal: string | undefined;
  onJoin: () => void;
}

/** Before a meeting: what the others will see and hear, and which step fails, if any. */
export function Lobby({ room, media, pending, refusal, onJoin }: LobbyProps) {
  const { faults } = useStore(media);
  return (
    <div className="size-full overflow-y-auto">
      <header className="flex min-h-14 items-center px-2">
        <IconButton asChild label="Back to video conference" size="lg">
          <Link to={pathTo('videoConference')}>
            <ArrowLeft size={22} aria-hidden="true" />
          </Link>
        </IconButton>
      </header>
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-6 px-4 pb-8 lg:min-h-[75dvh] lg:grid-cols-[1.7fr_1fr] lg:gap-12 lg:px-8">
        <div className="flex min-w-0 flex-col gap-3">
          <Preview media={media} />
          <DeviceChoice media={media} />
          <FaultList faults={Object.values(faults)} onRetry={media.retry} onDismiss={media.dismiss} />
        </div>
        <div className="flex flex-col items-center gap-5 text-center">
          <div className="flex flex-col gap-1.5">
            <h1 className="font-bold text-2xl">Ready to join?</h1>
            <p className="text-muted [overflow-wrap:anywhere]">
              Meeting code <span className="font-semibold text-text">{room}</span>
            </p>
          </div>
          {refusal !== undefined && (
            <p role="alert" className="rounded-control border border-danger-text/40 bg-danger-soft px-4 py-3 text-sm">
              {refusal}
            </p>
          )}
          <div className="flex w-full max-w-xs flex-col gap-2">
            <Button size="lg" wide onClick={onJoin} pending={pending}>
              Join
            </Button>
            <CopyLink room={room} wide />
          </div>
        </div>
      </div>
    </div>
  );
}

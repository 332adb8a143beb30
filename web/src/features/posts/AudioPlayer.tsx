import { Music, Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { play, playAlone } from '#features/posts/playback.ts';
import { clockTime } from '#platform/time.rules.ts';
import { useSavesData } from '#ui/data-saver/data-saver.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Slider } from '#ui/slider/Slider.tsx';

interface AudioPlayerProps {
  /** Undefined: there's nothing to play yet. */
  src: string | undefined;
  /** Seconds, if the server knows the duration; otherwise it comes from the file. */
  duration: number | null;
  /** Its title, for screen readers and above the bar. */
  title: string;
}

/** An audio player: play and pause, a seek bar, the time. Before playback only the metadata is loaded. */
export function AudioPlayer({ src, duration, title }: AudioPlayerProps) {
  const savesData = useSavesData();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [known, setKnown] = useState(duration);
  const [failed, setFailed] = useState(false);
  const disabled = failed || src === undefined;
  const shownTitle = src === undefined ? 'Being checked' : title;
  const length = known ?? 0;
  const end = Math.max(length, 0.1);

  const toggle = () => {
    const element = audio.current;
    if (element === null) return;
    if (element.paused) play(element, () => setFailed(true));
    else element.pause();
  };
  const seek = (seconds: number) => {
    setPosition(seconds);
    if (audio.current !== null) audio.current.currentTime = seconds;
  };

  return (
    <div className="flex w-full items-center gap-3 rounded-control border border-line bg-raised p-3">
      {/* biome-ignore lint/a11y/useMediaCaption: people share sounds without captions */}
      <audio
        ref={audio}
        src={src}
        preload={savesData ? 'none' : 'metadata'}
        onPlay={(event) => {
          playAlone(event);
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) =>
          Number.isFinite(event.currentTarget.duration) && setKnown(event.currentTarget.duration)
        }
        onError={() => setFailed(true)}
      />
      <IconButton label={playing ? 'Pause' : 'Play'} tone="accent" onClick={toggle} disabled={disabled}>
        {playing ? (
          <Pause size={20} fill="currentColor" />
        ) : (
          <Play size={20} fill="currentColor" className="translate-x-px" />
        )}
      </IconButton>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 text-sm">
          <Music size={14} aria-hidden="true" className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate font-medium">
            {failed ? "This sound can't be played here." : shownTitle}
          </span>
          <span className="shrink-0 text-muted text-xs tabular">
            {clockTime(position)} / {clockTime(length)}
          </span>
        </p>
        <div className="mt-1">
          <Slider
            label={`Position in ${title}`}
            valueText={`${clockTime(position)} of ${clockTime(length)}`}
            min={0}
            max={end}
            step={0.1}
            value={Math.min(position, end)}
            onValueChange={seek}
            disabled={disabled}
          />
        </div>
      </div>
    </div>
  );
}

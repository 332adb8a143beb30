import { Download, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { play, playAlone } from '#features/posts/public.ts';
import type { ShownFile } from '#features/rooms/shown-files.ts';
import { barCount, nextSpeed, seekByKey } from '#features/rooms/voice.rules.ts';
import { type Waveform, waveformOf } from '#features/rooms/waveform.ts';
import { logError } from '#platform/log.ts';
import { clockTime } from '#platform/time.rules.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** The sound's waveform, once it has been in view. */
function useWaveform(url: string | undefined) {
  const [waveform, setWaveform] = useState<Waveform>();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (url === undefined || element.current === null) return;
    let isOver = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      waveformOf(url).then(
        (found) => {
          if (!isOver) setWaveform(found);
        },
        (error: unknown) => logError("A waveform couldn't be computed", error),
      );
    });
    observer.observe(element.current);
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [url]);
  return { waveform, element };
}

/** The position and speed are kept as long as the page is open. */
let chosenSpeed = 1;

function usePlayer(file: ShownFile, known: number | undefined) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [speed, setSpeed] = useState(chosenSpeed);
  const [failed, setFailed] = useState(false);
  const duration = known ?? file.duration ?? 0;
  const seek = (seconds: number) => {
    setPosition(seconds);
    if (audio.current !== null) audio.current.currentTime = seconds;
  };
  const toggle = () => {
    const { current } = audio;
    if (current === null) return;
    if (!current.paused) {
      current.pause();
      return;
    }
    current.playbackRate = speed;
    play(current, () => setFailed(true));
  };
  const changeSpeed = () => {
    chosenSpeed = nextSpeed(speed);
    setSpeed(chosenSpeed);
    if (audio.current !== null) audio.current.playbackRate = chosenSpeed;
  };
  const element = (
    // biome-ignore lint/a11y/useMediaCaption: a voice message has no captions
    <audio
      ref={audio}
      src={file.src}
      preload="none"
      onPlay={(event) => {
        playAlone(event);
        setPlaying(true);
      }}
      onPause={() => setPlaying(false)}
      onEnded={() => {
        setPlaying(false);
        seek(0);
      }}
      onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
      onError={() => setFailed(true)}
    />
  );
  return { element, playing, position, duration, speed, failed, seek, toggle, changeSpeed };
}

const flat = Array.from({ length: barCount }, () => 0);

interface WaveProps {
  peaks: readonly number[];
  position: number;
  duration: number;
  label: string;
  disabled: boolean;
  onSeek: (seconds: number) => void;
}

/** The waveform is also where one seeks, by pointer and by keyboard. */
function Wave({ peaks, position, duration, label, disabled, onSeek }: WaveProps) {
  const part = duration > 0 ? position / duration : 0;
  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSeek(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const seconds = seekByKey(event.key, position, duration);
    if (seconds === undefined || disabled) return;
    event.preventDefault();
    onSeek(seconds);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={`${clockTime(position)} of ${clockTime(duration)}`}
      aria-disabled={disabled || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
      className="flex h-8 w-full min-w-0 cursor-pointer touch-none items-center gap-px rounded-sm"
    >
      {peaks.map((peak, bar) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars never change places
          key={bar}
          className={cx(
            'min-w-0 flex-1 rounded-full transition-[height]',
            (bar + 0.5) / peaks.length <= part ? 'bg-accent-text' : 'bg-muted/50',
          )}
          style={{ height: `${Math.max(10, peak * 100)}%` }}
        />
      ))}
    </div>
  );
}

/** A voice message: play and pause, its waveform to seek in, the time, and how fast it plays. */
export function VoiceMessage({ file, by }: { file: ShownFile; by: string }) {
  const { waveform, element } = useWaveform(file.src);
  const player = usePlayer(file, waveform?.duration);
  const { playing, position, duration, speed, failed } = player;
  const isAwaited = file.src === undefined;
  const name = by === 'you' ? 'your voice message' : `voice message from ${by}`;
  return (
    <div ref={element} className="flex min-h-15 w-80 max-w-full items-center gap-2.5">
      {player.element}
      <IconButton
        label={`${playing ? 'Pause' : 'Play'} ${name}`}
        tone="accent"
        disabled={isAwaited || failed}
        onClick={player.toggle}
      >
        {playing ? (
          <Pause size={20} fill="currentColor" aria-hidden="true" />
        ) : (
          <Play size={20} fill="currentColor" aria-hidden="true" className="translate-x-px" />
        )}
      </IconButton>
      <div className="flex min-w-0 flex-1 flex-col">
        <Wave
          peaks={waveform?.peaks ?? flat}
          position={position}
          duration={duration}
          label={`Position in ${name}`}
          disabled={isAwaited || failed}
          onSeek={player.seek}
        />
        <span className="flex justify-between text-muted text-xs tabular">
          {failed && <span>This sound can't be played here.</span>}
          {!failed && (
            <span>{isAwaited ? 'Preparing…' : clockTime(playing || position > 0 ? position : duration)}</span>
          )}
        </span>
      </div>
      {failed && file.download !== undefined ? (
        <IconButton label="Download" asChild>
          <a href={file.download} download={file.name}>
            <Download size={20} aria-hidden="true" />
          </a>
        </IconButton>
      ) : (
        <button
          type="button"
          aria-label={`Speed ${speed}×`}
          onClick={player.changeSpeed}
          className="min-h-9 min-w-11 shrink-0 rounded-full bg-bg/45 px-2 font-semibold text-sm tabular hover:bg-bg/70 pointer-coarse:min-h-11"
        >
          {speed}×
        </button>
      )}
    </div>
  );
}

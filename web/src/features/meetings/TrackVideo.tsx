import { type RefObject, useEffect, useRef } from 'react';
import { logError } from '#platform/log.ts';
import { cx } from '#ui/cx.ts';

/** Plays a stream in an element. */
function usePlaying(ref: RefObject<HTMLMediaElement | null>, stream: MediaStream): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    element.srcObject = stream;
    // Browsers that require a user gesture have had one: pressing Join.
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [ref, stream]);
}

interface TrackVideoProps {
  /** The video track; sound is played elsewhere. */
  stream: MediaStream;
  /** Mirrored, for the person's own video. */
  mirrored?: boolean;
  /** Shows the whole frame, for screens; otherwise it fills the tile. */
  whole?: boolean;
}

/** A video track in a meeting. */
export function TrackVideo({ stream, mirrored = false, whole = false }: TrackVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  usePlaying(video, stream);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      disablePictureInPicture
      className={cx(
        'absolute inset-0 size-full',
        whole ? 'object-contain' : 'object-cover',
        mirrored && '-scale-x-100',
      )}
    />
  );
}

interface TrackAudioProps {
  stream: MediaStream;
  /** It isn't played: they've turned it off, or the host has. */
  isMuted: boolean;
  /** The id of the speaker that plays it; undefined: the browser's own choice. */
  speaker: string | undefined;
}

/** Someone's audio, even if their camera is off. */
export function TrackAudio({ stream, isMuted, speaker }: TrackAudioProps) {
  const audio = useRef<HTMLAudioElement>(null);
  usePlaying(audio, stream);
  useEffect(() => {
    const element = audio.current;
    if (element === null || !('setSinkId' in element) || element.sinkId === (speaker ?? '')) return;
    element.setSinkId(speaker ?? '').catch((error: unknown) => logError("Couldn't switch the speaker", error));
  }, [speaker]);
  return <audio ref={audio} autoPlay muted={isMuted} />;
}

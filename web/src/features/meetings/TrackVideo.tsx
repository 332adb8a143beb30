import { useEffect, useRef } from 'react';
import { cx } from '#ui/cx.ts';

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
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    // Browsers that require a user gesture have had one: pressing Join.
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
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

/** Someone's audio, even if their camera is off. */
export function TrackAudio({ stream }: { stream: MediaStream }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  // biome-ignore lint/a11y/useMediaCaption: what people say at this moment has no captions
  return <audio ref={audio} autoPlay />;
}

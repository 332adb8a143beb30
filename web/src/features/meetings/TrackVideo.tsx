import { useEffect, useRef } from 'react';
import { cx } from '#ui/cx.ts';

interface TrackVideoProps {
  /** What is shown; its sound is played elsewhere. */
  stream: MediaStream;
  /** One's own picture, as in a mirror. */
  mirrored?: boolean;
  /** All of it is shown, as of a screen; otherwise it fills the tile. */
  whole?: boolean;
}

/** A moving picture of a meeting. */
export function TrackVideo({ stream, mirrored = false, whole = false }: TrackVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    // A browser that wants a gesture first has had one: the press of Join.
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

/** The sound of somebody, also of one whose picture is off. */
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

import type { SyntheticEvent } from 'react';

let playing: HTMLMediaElement | undefined;

/** For `onPlay` of every video and sound: what played before it stops. */
export function playAlone(event: SyntheticEvent<HTMLMediaElement>): void {
  const element = event.currentTarget;
  if (playing !== undefined && playing !== element) playing.pause();
  playing = element;
}

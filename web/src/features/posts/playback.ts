import type { SyntheticEvent } from 'react';

let playing: HTMLMediaElement | undefined;

/** For every video's and sound's `onPlay`: pauses whatever was playing before. */
export function playAlone(event: SyntheticEvent<HTMLMediaElement>): void {
  const element = event.currentTarget;
  if (playing !== undefined && playing !== element) playing.pause();
  playing = element;
}

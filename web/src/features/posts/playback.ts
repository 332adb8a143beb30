import type { SyntheticEvent } from 'react';

let playing: HTMLMediaElement | undefined;

/** For every video's and sound's `onPlay`: pauses whatever was playing before. */
export function playAlone(event: SyntheticEvent<HTMLMediaElement>): void {
  const element = event.currentTarget;
  if (playing !== undefined && playing !== element) playing.pause();
  playing = element;
}

/** Plays a sound. @param onFail it can't be played: not if it's only stopped before it began */
export function play(element: HTMLMediaElement, onFail: () => void): void {
  element.play().catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) onFail();
  });
}

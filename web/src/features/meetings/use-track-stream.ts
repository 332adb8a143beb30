import { useMemo } from 'react';

/** A stream of one track, the same as long as the track is. */
export function useTrackStream(track: MediaStreamTrack | undefined): MediaStream | undefined {
  return useMemo(() => (track === undefined ? undefined : new MediaStream([track])), [track]);
}

import { useMemo } from 'react';

/** A stream with one track; the same stream as long as the track is the same. */
export function useTrackStream(track: MediaStreamTrack | undefined): MediaStream | undefined {
  return useMemo(() => (track === undefined ? undefined : new MediaStream([track])), [track]);
}

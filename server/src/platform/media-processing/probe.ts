import { createHelper } from './helper.ts';

/** What a video or a sound says of itself. */
export interface Probed {
  hasVideo: boolean;
  hasAudio: boolean;
  /** As shown: after rotation and in square pixels. Null without a picture. */
  width: number | null;
  height: number | null;
  /** Seconds; null when it does not say. */
  duration: number | null;
}

/** Reads the headers of videos and sounds (MediaInfo as WebAssembly) in a process of its own, by ranges: 256 KB in memory at a time. */
export function createProbe() {
  const helper = createHelper<string, Probed>(new URL('./probe-process.ts', import.meta.url), {
    timeoutMs: 20_000,
    idleMs: 120_000,
    background: false,
  });
  return {
    /** @throws when the file is beyond reading */
    probe: (path: string): Promise<Probed> => helper.ask(path),
    close: helper.close,
  };
}

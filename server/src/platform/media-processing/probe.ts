import { createHelper } from './helper.ts';
import type { Probed } from './probe-process.ts';

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

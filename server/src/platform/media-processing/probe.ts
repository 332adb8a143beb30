import { createHelper } from './helper.ts';
import type { Probed } from './probe-process.ts';

/** Reads the headers of videos and sounds (MediaInfo as WebAssembly) in a process of its own, by ranges: 256 KB in memory at a time. */
export function createProbe() {
  const helper = createHelper<string, Probed | null>(new URL('./probe-process.ts', import.meta.url), {
    timeoutMs: 60_000,
    idleMs: 120_000,
    background: false,
  });
  return {
    /**
     * @returns null when the file is beyond reading
     * @throws when the process died of it or took too long, which may be the machine's fault
     */
    probe: (path: string): Promise<Probed | null> => helper.ask(path),
    close: helper.close,
  };
}

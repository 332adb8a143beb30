import { createHelper } from './helper.ts';
import type { Probed } from './probe-process.ts';

/** Reads video and sound headers (MediaInfo as WebAssembly) in a process of its own, in ranges: 256 KB in memory at a time. */
export function createProbe() {
  const helper = createHelper<string, Probed | null>(new URL('./probe-process.ts', import.meta.url), {
    timeoutMs: 60_000,
    idleMs: 120_000,
    background: false,
  });
  return {
    /**
     * @returns null when the file can't be read
     * @throws when the process died or took too long, which may be the machine's fault
     */
    probe: (path: string): Promise<Probed | null> => helper.ask(path),
    close: helper.close,
  };
}

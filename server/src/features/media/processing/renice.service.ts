import { setPriority } from 'node:os';

/** How far to renice a process: people wait for what they've just posted, but hardly for a conversion. */
const niceness = { uploads: 5, conversions: 15 };

/** Gives a process a smaller share of the processor than the server: people's requests come first. */
export function renice(pid: number | undefined, work: keyof typeof niceness): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness[work]);
  } catch {
    // It has already exited, or the system doesn't allow it: nothing depends on it.
    return;
  }
}

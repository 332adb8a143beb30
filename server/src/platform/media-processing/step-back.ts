import { setPriority } from 'node:os';

/** How far a process steps back: people wait for their pictures, hardly for their videos. */
const niceness = { pictures: 5, videos: 15 };

/** Gives a process a smaller share of the processor than the server has: requests of people come first. */
export function stepBack(pid: number | undefined, work: keyof typeof niceness): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness[work]);
  } catch {
    // It has ended already, or the system does not allow it: nothing depends on it.
    return;
  }
}

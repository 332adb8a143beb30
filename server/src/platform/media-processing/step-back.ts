import { setPriority } from 'node:os';

const niceness = 5;

/** Gives a process a smaller share of the processor than the server has: requests of people come first. */
export function stepBack(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not allow it: nothing depends on it.
    return;
  }
}

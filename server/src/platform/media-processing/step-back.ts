import { constants, setPriority } from 'node:os';

/** Lets a process work only when others have nothing to do for the processor: requests of people come first. */
export function stepBack(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it: nothing depends on it.
    return;
  }
}

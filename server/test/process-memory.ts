import { readdirSync, readFileSync } from 'node:fs';

/** The most memory that processes held since the watch began, in bytes. */
export interface Peaks {
  /** This process: how much more than at the beginning. */
  ownGrowth: number;
  /** The largest of the processes that it started, directly or not. */
  children: number;
}

/** Watches the memory of this process and of those that it starts, by what Linux says of them. */
export function watchPeaks(): { end(): Peaks } {
  const before = process.memoryUsage.rss();
  const peaks: Peaks = { ownGrowth: 0, children: 0 };
  const look = () => {
    peaks.ownGrowth = Math.max(peaks.ownGrowth, process.memoryUsage.rss() - before);
    for (const pid of descendants()) peaks.children = Math.max(peaks.children, read(pid, /^VmHWM:\s+(\d+)/m) * 1024);
  };
  const timer = setInterval(look, 10);
  return {
    end() {
      clearInterval(timer);
      look();
      return peaks;
    },
  };
}

/** Processes that this one started, and those that they started. */
function descendants(): number[] {
  const parents = new Map(
    readdirSync('/proc').flatMap((name) =>
      /^\d+$/.test(name) ? [[Number(name), read(Number(name), /^PPid:\s+(\d+)/m)]] : [],
    ),
  );
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
}

/** A number in what the system says of a process; 0 when it's gone. */
function read(pid: number, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

import { readdirSync, readFileSync } from 'node:fs';

/** Peak memory of processes since the start of watching, in bytes. */
export interface Peaks {
  /** This process: growth since the start. */
  ownGrowth: number;
  /** The largest of its child processes, direct or indirect. */
  children: number;
}

/** Watches the memory of this process and its descendants, as reported by Linux. */
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

/** This process's children and their descendants. */
export function descendants(): number[] {
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

/** A number from the system's information about a process; 0 if the process is gone. */
function read(pid: number, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

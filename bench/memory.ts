import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

/** The CPU time that a process has used so far, in milliseconds. Linux counts it in hundredths of a second, others may round it to seconds. */
export function cpuTimeOf(pid: number): number {
  if (process.platform === 'linux') {
    // After the name, which may have spaces: utime and stime are the 14th and 15th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
  const text = execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)], { encoding: 'utf8' });
  return (
    text
      .trim()
      .split(/[:-]/)
      .reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
  );
}

/** Samples a process's memory many times a second. */
export function watchMemory(pid: number): { rise(): number; stop(): void } {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 20);
  return {
    /** The peak above where it started, in bytes. */
    rise: () => most - before,
    stop: () => clearInterval(timer),
  };
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Who holds a lock: the pid alone isn't enough, since pids are reused after their process is gone. */
interface Holder {
  pid: number;
  started: string;
}

/**
 * When the process with this pid was started, as an opaque text that differs for a later process with the same pid. null if there's no
 * such process, or only a zombie.
 */
export function processStart(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // The name in field 2 may contain spaces and brackets, so fields are counted from its end: state is 3, start time is 22.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return null;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
    } catch {
      return null;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  if (process.platform === 'win32') return 'alive';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** The holder written in the file; null if the file is missing or isn't complete (yet). */
async function readHolder(path: string): Promise<Holder | null> {
  try {
    const { pid, started } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
  } catch {
    return null;
  }
}

const isAlive = (holder: Holder | null) => holder !== null && processStart(holder.pid) === holder.started;

/** Whether a living process holds the lock file. */
export async function isLocked(path: string): Promise<boolean> {
  return isAlive(await readHolder(path));
}

/** Whether a living process other than this one holds the lock file. */
export async function isLockedByOther(path: string): Promise<boolean> {
  const holder = await readHolder(path);
  return isAlive(holder) && holder?.pid !== process.pid;
}

/**
 * Takes the lock file for this process. A lock whose process is gone is taken over, however that process ended.
 * @returns the function that releases it, or null if a living process holds it
 */
export async function takeLock(path: string): Promise<(() => Promise<void>) | null> {
  const mine: Holder = { pid: process.pid, started: processStart(process.pid) ?? '' };
  const text = JSON.stringify(mine);
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await readHolder(path);
    if (isAlive(holder)) return null;
    // An unreadable file is most likely being written right now by another process that's starting.
    if (holder === null && attempt < 5) await sleep(20);
    else await moveStaleAside(path, holder);
  }
  return null;
}

/** Removes a stale lock, and puts back what it moved if another process was faster and the file is now that one's. */
async function moveStaleAside(path: string, stale: Holder | null): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return; // already gone: the next attempt decides
  }
  const moved = await readHolder(aside);
  const isOther = moved !== null && (moved.pid !== stale?.pid || moved.started !== stale.started);
  if (isOther) await rename(aside, path);
  else await rm(aside, { force: true });
}

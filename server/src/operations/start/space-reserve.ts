import { execFile } from 'node:child_process';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#platform/config/config.ts';
import { readDiskSpace, reservedSpace } from '#platform/storage/free-space.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';

const run = promisify(execFile);

/** Space for the database when it can't start on a full disk: files that exist only to be removed. */
export interface SpaceReserve {
  /**
   * Releases one piece if the disk has too little space to start a database.
   * @returns whether the disk has too little, or had
   */
  makeRoom(): Promise<boolean>;
  /** Periodically restores what was released, as soon as there's space for it. */
  keep(): void;
  close(): void;
}

const megabyte = 1024 ** 2;
/** PostgreSQL's log grows by 16 MB at a time, and it writes some more on startup. */
const pieceBytes = 20 * megabyte;
/** A disk may fill up and stop the database more than once before someone makes room. */
const maxPieces = 4;
/** How much of a small disk all of them may take up. */
const shareOfDisk = 0.2;
/** Milliseconds between two checks whether there's space to restore one. */
const recreateMs = 500;

/** @param config `dataDir` is on the database's disk */
export function openReserve({ dataDir, minFreeSpace }: Pick<Config, 'dataDir' | 'minFreeSpace'>): SpaceReserve {
  const folder = join(dataDir, 'reserve');
  let timer: NodeJS.Timeout | undefined;
  let isMaking = false;
  let isClosed = false;
  const pieces = async () => (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('space-')).sort();

  const recreate = async () => {
    const space = await readDiskSpace(dataDir);
    const reserved = reservedSpace(minFreeSpace, space);
    const wanted = reserved === 0 ? 0 : Math.min(maxPieces, Math.floor((space.total * shareOfDisk) / pieceBytes));
    const there = await pieces();
    // The reserve itself must not cause the shortage.
    if (isClosed || there.length >= wanted || space.free - pieceBytes < reserved * 1.25) return;
    await makeFolder(folder, 0o700);
    const name = Array.from({ length: wanted }, (_, n) => `space-${n + 1}`).find((one) => !there.includes(one));
    const draft = join(folder, 'draft');
    try {
      await allocate(draft, pieceBytes);
      await rename(draft, join(folder, String(name)));
    } catch {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  };
  const check = async () => {
    if (isMaking) return;
    isMaking = true;
    await recreate().catch(() => undefined);
    isMaking = false;
  };

  return {
    async makeRoom() {
      const space = await readDiskSpace(dataDir).catch(() => undefined);
      if (space === undefined || space.free >= pieceBytes) return false;
      const [first] = await pieces();
      if (first !== undefined) await rm(join(folder, first), { force: true });
      return true;
    },
    keep() {
      void check();
      timer = setInterval(() => void check(), recreateMs).unref();
    },
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

/** Creates a file of this size: instantly with `fallocate` if the system has it, otherwise by writing. */
async function allocate(path: string, bytes: number): Promise<void> {
  try {
    await run('fallocate', ['--length', String(bytes), path]);
  } catch {
    const handle = await open(path, 'w', 0o600);
    try {
      const zeros = Buffer.alloc(megabyte);
      for (let written = 0; written < bytes; written += megabyte) await handle.writeFile(zeros);
    } finally {
      await handle.close();
    }
  }
}

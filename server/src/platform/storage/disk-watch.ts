import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/logging/logging.ts';
import { type DiskSpace, readDiskSpace, reservedSpace } from './free-space.ts';

/** `low`: uploads are refused; `full`: all writes are refused. */
export type DiskState = 'ok' | 'low' | 'full';

/** The known state of DATA_DIR's disk; asking costs nothing. */
export interface DiskWatch {
  readonly state: DiskState;
  /** Checks now: a write has just failed for lack of space. */
  check(): Promise<void>;
  close(): void;
}

/** Milliseconds between two checks. */
const checkIntervalMs = 500;

/** How much of the reserved space must stay free: all of it for uploads, this share for other writes. */
const shareForWrites = 0.5;

/** Once it was below a limit, it must exceed it by this much, so that the state doesn't flip with every file of PostgreSQL's log. */
const clearance = 1.25;

/** @param before the previous state */
export function diskStateOf(space: DiskSpace, minFreeSpace: Config['minFreeSpace'], before: DiskState): DiskState {
  const reserved = reservedSpace(minFreeSpace, space);
  const forWrites = reserved * shareForWrites;
  if (space.free < forWrites * (before === 'full' ? clearance : 1)) return 'full';
  return space.free < reserved ? 'low' : 'ok';
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(2)} GB`;

/** The finding for the host about a disk that's low on space. */
export const explainDisk = (state: Exclude<DiskState, 'ok'>, { free, total }: DiskSpace): string =>
  `DATA_DIR's disk has ${gigabytes(free)} of ${gigabytes(total)} left, less than MIN_FREE_SPACE requires: ${
    state === 'low' ? 'uploads are refused' : 'all writes are refused, but reading still works'
  }.`;

/** Checks the disk from now on. A folder that doesn't exist counts as having enough space. */
export async function watchDisk(
  { dataDir, minFreeSpace }: Pick<Config, 'dataDir' | 'minFreeSpace'>,
  log: Log,
): Promise<DiskWatch> {
  let state: DiskState = 'ok';
  let looking: Promise<void> | undefined;
  const measure = async () => {
    const space = await readDiskSpace(dataDir).catch(() => undefined);
    const next = space ? diskStateOf(space, minFreeSpace, state) : 'ok';
    if (next !== state && space) {
      if (next === 'ok') log.info("DATA_DIR's disk has space again: everything works as before.");
      else log.error(explainDisk(next, space));
    }
    state = next;
  };
  const check = () => {
    looking ??= measure().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  await check();
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  return {
    get state() {
      return state;
    },
    check,
    close: () => clearInterval(timer),
  };
}

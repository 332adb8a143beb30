import { statfs } from 'node:fs/promises';
import type { Config } from '#platform/config/config.ts';

/** Bytes on a folder's disk: what this user can still write, and the total. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Cheap enough to call for every upload. @throws when the folder doesn't exist */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** A share of a small disk would be less than PostgreSQL's log grows by, so it counts as at least this much, or this share. */
const leastBytes = 64 * 1024 ** 2;
const leastShare = 0.15;

/** The bytes that `MIN_FREE_SPACE` keeps free on a disk: its size or its share, whichever is smaller. */
export function reservedSpace({ bytes, share }: Config['minFreeSpace'], { total }: Pick<DiskSpace, 'total'>): number {
  const least = share > 0 ? Math.min(leastBytes, total * leastShare) : 0;
  return Math.min(bytes, Math.max(total * share, least));
}

/**
 * How many bytes can be written to a folder's disk before it reaches the reserve.
 * @returns negative when the reserve is already in use
 */
export async function spaceAboveReserve(folder: string, minFreeSpace: Config['minFreeSpace']): Promise<number> {
  const space = await readDiskSpace(folder);
  return space.free - reservedSpace(minFreeSpace, space);
}

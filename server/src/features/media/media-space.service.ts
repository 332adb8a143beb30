import type { Db } from '#platform/database/database.ts';
import { type HttpError, insufficientStorage, tooLarge } from '#platform/errors/errors.ts';
import { createTurns, inTurn } from '#platform/http/turns.ts';
import type { Platform } from '#platform/platform.ts';
import { spaceAboveReserve } from '#platform/storage/free-space.ts';
import { selectUsage } from './media.queries.ts';
import { sumUploads } from './uploads.queries.ts';

/** How many bytes of an upload are written between checks of the disk. */
const recheckAfterBytes = 8 * 1024 * 1024;

/**
 * Passes an upload on as long as the disk has more free space than the server's reserve.
 * @throws {HttpError} 507 as soon as it doesn't
 */
export async function* withinFreeSpace(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let unchecked = recheckAfterBytes;
  for await (const chunk of body) {
    unchecked += chunk.byteLength;
    if (unchecked >= recheckAfterBytes) {
      unchecked = 0;
      if ((await spaceAboveReserve(config.dataDir, config.minFreeSpace)) < 0) {
        log.warn("refused an upload: DATA_DIR's disk has less free space than MIN_FREE_SPACE requires");
        throw insufficientStorage();
      }
    }
    yield chunk;
  }
}

/** 413: it would exceed `MAX_SPACE_PER_PERSON`. */
export function outOfSpace({ maxSpacePerPerson }: Pick<Platform['config'], 'maxSpacePerPerson'>): HttpError {
  const size =
    maxSpacePerPerson < 1024 ** 3
      ? `${tenths(maxSpacePerPerson / 1024 ** 2)} MB`
      : `${tenths(maxSpacePerPerson / 1024 ** 3)} GB`;
  return tooLarge(
    `There's no room for this: your pictures, videos, sounds and files may take up ${size} in all. Delete some you no longer need, then try again.`,
  );
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** How many bytes an owner's media and uploads take up. @param except uploads that don't count */
export const usedSpaceOf = async (db: Db, ownerId: string, except: readonly string[]): Promise<number> =>
  (await selectUsage(db, ownerId)) + (await sumUploads(db, ownerId, except));

/**
 * How many bytes an owner's media may still take up.
 * @param except uploads that don't count
 * @throws {HttpError} 413 when that's none
 */
export async function spaceLeftOf(
  { config }: Pick<Platform, 'config'>,
  db: Db,
  ownerId: string,
  except: readonly string[] = [],
): Promise<number> {
  if (config.maxSpacePerPerson === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  const left = config.maxSpacePerPerson - (await usedSpaceOf(db, ownerId, except));
  if (left <= 0) throw outOfSpace(config);
  return left;
}

const turns = createTurns({ name: 'files-at-once', atOnce: 2, waiting: 100 });

/**
 * Stores one of an owner's files when it's their turn: a form's files arrive before its call's turn begins, and each
 * would hold a connection while waiting for the owner's count. @throws {HttpError} 429 if too many of them are waiting
 * already
 */
export const inOwnersTurn = <T>(ownerId: string, work: () => Promise<T>): Promise<T> => inTurn(turns(ownerId), work);

import type { Db } from '#platform/database/database.ts';
import { insufficientStorage, type Refusal, tooLarge } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { spaceAboveReserve } from '#platform/storage/free-space.ts';
import { selectUsage } from './media.queries.ts';

/** How many bytes of an upload are written before the disk is looked at again. */
const lookAgainAfter = 8 * 1024 * 1024;

/**
 * Hands an upload on while the disk has more free space than the server keeps in reserve.
 * @throws {Refusal} 507 as soon as it hasn't
 */
export async function* withinFreeSpace(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let unchecked = lookAgainAfter;
  for await (const chunk of body) {
    unchecked += chunk.byteLength;
    if (unchecked >= lookAgainAfter) {
      unchecked = 0;
      if ((await spaceAboveReserve(config.dataDir, config.minFreeSpace)) < 0) {
        log.warn('an upload was refused: the disk of DATA_DIR has less free space than MIN_FREE_SPACE keeps');
        throw insufficientStorage();
      }
    }
    yield chunk;
  }
}

/** 413: it would take more than `MAX_SPACE_PER_PERSON`. */
export function outOfSpace({ maxSpacePerPerson }: Pick<Platform['config'], 'maxSpacePerPerson'>): Refusal {
  const size =
    maxSpacePerPerson < 1024 ** 3
      ? `${tenths(maxSpacePerPerson / 1024 ** 2)} MB`
      : `${tenths(maxSpacePerPerson / 1024 ** 3)} GB`;
  return tooLarge(
    `There's no room for this: your pictures, videos and sounds may take up ${size} in all. Delete some you no longer need, then try again.`,
  );
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/**
 * How many bytes an owner's media may still take up.
 * @throws {Refusal} 413 when that's none
 */
export async function spaceLeftOf({ config }: Pick<Platform, 'config'>, db: Db, ownerId: string): Promise<number> {
  if (config.maxSpacePerPerson === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  const left = config.maxSpacePerPerson - (await selectUsage(db, ownerId));
  if (left <= 0) throw outOfSpace(config);
  return left;
}

import type { Platform } from '#platform/platform.ts';
import { listBlocksOf } from './relations.queries.ts';

/** In rooms with other people in them, messages of somebody a person has blocked reach them hidden. */
export function registerRelationsRealtime({ realtime, db }: Platform): void {
  realtime.hiding((userIds) => listBlocksOf(db.reads, userIds));
}

import type { Platform } from '#platform/platform.ts';
import { listBlocksOf } from './relations.queries.ts';

/** In rooms with several people, marks messages as hidden for people who have blocked the sender. */
export function registerRelationsRealtime({ realtime, db }: Platform): void {
  realtime.hiding((userIds) => listBlocksOf(db.reads, userIds));
}

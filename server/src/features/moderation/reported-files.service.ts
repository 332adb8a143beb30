import type { FileGuard } from '#features/media/public.ts';
import type { Moderation } from './decisions.service.ts';
import { mayDecide } from './moderation.rules.ts';
import { readReportedPlaces } from './reports.queries.ts';
import { moderatorIn } from './reports.service.ts';

/** Who may see the private files of reported content: everyone who may see the report. Undefined: there's no such session. */
export function guardReportedFiles({ platform: { db }, things }: Pick<Moderation, 'platform' | 'things'>): FileGuard {
  return async (tokenHash, paths) => {
    const shown: { kind: Parameters<typeof things.get>[0]; id: string }[] = [];
    for (const { kind, showing } of things.values()) {
      for (const id of (await showing?.(paths)) ?? []) shown.push({ kind, id });
    }
    const places = await readReportedPlaces(db.reads, tokenHash, shown);
    for (const { user_id: userId, reported, community_id: communityId, escalated: isEscalated } of places) {
      if (!reported) continue;
      if (mayDecide(await moderatorIn(db.kysely, userId, communityId), { communityId, isEscalated })) return true;
    }
    return places.length === 0 ? undefined : false;
  };
}

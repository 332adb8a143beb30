import type { Db } from '#platform/database/database.ts';
import { listAppeals } from './moderation.queries.ts';
import { listReports } from './reports.queries.ts';

/** How many reports and appeals wait for a team member; the counts stop at `max`. */
export async function countWaiting(db: Db, userId: string, max: number): Promise<{ reports: number; appeals: number }> {
  const page = { state: 'open', before: undefined, size: max } as const;
  const [reports, appeals] = await Promise.all([
    listReports(db, { ...page, viewerId: userId, communityId: undefined, isOnTeam: true, authorId: undefined }),
    listAppeals(db, { ...page, judgeId: userId }),
  ]);
  return { reports: reports.length, appeals: appeals.length };
}

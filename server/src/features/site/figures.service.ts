import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Overview } from '@hubbub/contract/features/site/site.endpoints.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import type { Db } from '#platform/database/database.ts';
import type { Finding } from '#platform/errors/finding.ts';
import { lastPossibleId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { readDiskSpace } from '#platform/storage/free-space.ts';
import { findNamesOfAccounts } from './audit.queries.ts';
import {
  countPeople,
  deleteFiguresBefore,
  type FiguresRow,
  readFigures,
  readFindings,
  saveFigures,
  saveFindings,
} from './figures.queries.ts';
import { listWaiting } from './requests.queries.ts';
import { checkSiteRole } from './roles.service.ts';
import { isAdmin } from './site.rules.ts';

/** The sources of figures in later features; `app.ts` connects them. */
export interface FigureSources {
  countPosts(db: Db): Promise<number>;
  sumMediaBytes(db: Db): Promise<number>;
  /** What the doctor finds. */
  examine(): Promise<Finding[]>;
}

/** How many reports and appeals wait for somebody, at most `max` of each; moderation provides this. */
export type CountWaiting = (db: Db, userId: string, max: number) => Promise<{ reports: number; appeals: number }>;

/** The people whose files take up the most space; media provides this. */
export type ListLargest = (db: Db, size: number) => Promise<{ user_id: string; bytes: number }[]>;

/** Beyond that, the exact number doesn't matter. */
const mostWaiting = 100;
/** Figures older than this many minutes are replaced. */
const freshMinutes = 10;
const trendDays = 30;
const mostLargest = 10;
const retentionDays = 400;
const dayMs = 24 * 60 * 60 * 1000;

const version: string = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')).version;

/** Stores today's figures, and runs the doctor. It counts rows, so only a job does it. */
export async function takeFigures({ db, clock }: Platform, sources: FigureSources): Promise<void> {
  const now = clock.now();
  const counts = await countPeople(db.kysely);
  const [posts, mediaBytes] = [await sources.countPosts(db.kysely), await sources.sumMediaBytes(db.kysely)];
  await saveFigures(db.kysely, { ...counts, taken_at: now, posts, media_bytes: mediaBytes });
  await deleteFiguresBefore(db.kysely, new Date(now.getTime() - retentionDays * dayMs).toISOString().slice(0, 10));
  await saveFindings(db.kysely, await sources.examine(), now);
}

/**
 * The site's figures: the newest ones; if they aren't fresh, a job computes new ones.
 * @throws {HttpError} 422 for anyone outside the team
 */
export async function getOverview(
  platform: Platform,
  { countWaiting, listLargest }: { countWaiting: CountWaiting; listLargest: ListLargest },
  session: Session,
): Promise<Overview> {
  const { db, clock, jobs } = platform;
  const role = await checkSiteRole(platform, session, 'moderator');
  const [days, findings, waiting, requests] = await Promise.all([
    readFigures(db.kysely, trendDays),
    readFindings(db.kysely),
    countWaiting(db.kysely, session.userId, mostWaiting),
    listWaiting(db.kysely, { before: lastPossibleId, size: mostWaiting }),
  ]);
  const [newest] = days;
  const isOld = !newest || clock.now().getTime() - newest.taken_at.getTime() > freshMinutes * 60_000;
  if (isOld) {
    await jobs.add(db.kysely, 'site.take-figures', {}, { key: 'site.take-figures' });
  }
  return {
    version,
    waiting: { ...waiting, requests: requests.length },
    figures: newest ? viewFigures(newest) : null,
    trend: days.reverse().map(({ day, people, media_bytes }) => ({ day, people, media_bytes: Number(media_bytes) })),
    findings: findings ?? null,
    // The doctor answers after the figures are stored.
    outdated: isOld || findings === undefined,
    ...(isAdmin(role) && (await storageOf(platform, listLargest))),
  };
}

/** How much space is left, and who uses the most. */
async function storageOf({ config, db }: Platform, listLargest: ListLargest) {
  const { kysely } = db;
  const disk = config.bucket ? undefined : await readDiskSpace(config.dataDir).catch(() => undefined);
  const largest = await listLargest(kysely, mostLargest);
  const people = await findNamesOfAccounts(
    kysely,
    largest.map(({ user_id }) => user_id),
  );
  return {
    free_bytes: disk?.free ?? null,
    total_bytes: disk?.total ?? null,
    largest: largest.flatMap(({ user_id, bytes }) => {
      const person = people.find(({ id }) => id === user_id);
      return person ? [{ user: viewAuthor(person), bytes }] : [];
    }),
  };
}

const viewFigures = ({ taken_at, people, posts, active_day, active_week, media_bytes }: FiguresRow) => ({
  taken_at: taken_at.toISOString(),
  people,
  posts,
  active_day,
  active_week,
  media_bytes,
});

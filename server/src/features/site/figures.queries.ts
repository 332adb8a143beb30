import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import type { Db } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import type { Finding } from '#platform/errors/finding.ts';

interface FiguresTable {
  /** `2026-01-31`, UTC. */
  day: ColumnType<string, string, never>;
  taken_at: Date;
  people: number;
  posts: number;
  active_day: number;
  active_week: number;
  media_bytes: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    site_figures: FiguresTable;
    site_findings: { is_only: Generated<true>; taken_at: Date; findings: ColumnType<Finding[], string, string> };
  }
}

export type FiguresRow = Omit<Selectable<FiguresTable>, 'day'>;

/** How many activated people there are, and how many were here in the last day and week. Counts rows: only for jobs. */
export async function countPeople(db: Db): Promise<{ people: number; active_day: number; active_week: number }> {
  const since = (days: number) => {
    const start = sql<Date>`now() - ${days} * interval '1 day'`;
    const seen = db
      .selectFrom('sessions')
      .select('user_id')
      .where('last_seen_at', '>', start)
      .union(db.selectFrom('last_seen').select('user_id').where('seen_at', '>', start));
    return db.selectFrom(seen.as('seen')).select(({ fn }) => fn.countAll<number>().as('number'));
  };
  const people = db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where(isActivated(row('users')));
  return await db
    .selectNoFrom([
      people.$asScalar().as('people'),
      since(1).$asScalar().as('active_day'),
      since(7).$asScalar().as('active_week'),
    ])
    .executeTakeFirstOrThrow();
}

/** Stores a sample; a day keeps its last one. */
export async function saveFigures(db: Db, figures: FiguresRow): Promise<void> {
  const row = { ...figures, day: figures.taken_at.toISOString().slice(0, 10) };
  await db
    .insertInto('site_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doUpdateSet(figures))
    .execute();
}

/** The samples of the last days, newest first. */
export async function readFigures(db: Db, days: number): Promise<(FiguresRow & { day: string })[]> {
  return await db
    .selectFrom('site_figures')
    .select(['taken_at', 'people', 'posts', 'active_day', 'active_week', 'media_bytes'])
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .orderBy('site_figures.day', 'desc')
    .limit(days)
    .execute();
}

export async function deleteFiguresBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('site_figures').where(sql<boolean>`day < ${day}::date`).execute();
}

export async function saveFindings(db: Db, findings: readonly Finding[], takenAt: Date): Promise<void> {
  const row = { taken_at: takenAt, findings: JSON.stringify(findings) };
  await db
    .insertInto('site_findings')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}

export async function readFindings(db: Db): Promise<Finding[] | undefined> {
  return (await db.selectFrom('site_findings').select('findings').executeTakeFirst())?.findings;
}

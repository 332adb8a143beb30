import type {
  DecisionAction,
  ReportKind,
  ReportReason,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { type Generated, type Selectable, sql } from 'kysely';
import { responsibleFor } from '#features/communities/public.ts';
import { isOnTeam } from '#features/site/public.ts';
import { arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { eb, fact, row } from '#platform/database/expressions.ts';
import { withSession } from '#platform/database/session-statement.ts';
import { type Given, statement } from '#platform/database/statement.ts';

interface ReportsTable {
  id: string;
  kind: ReportKind;
  thing_id: string;
  author_id: string | null;
  community_id: string | null;
  /** Its text when it was reported. */
  content: string | null;
  since: Generated<number>;
  reason: ReportReason;
  text: string;
  reporters: Generated<number>;
  state: Generated<'open' | 'decided'>;
  created_at: Date;
  decision_id: string | null;
  /** A community's moderators dismissed it, and it's now up to the site's team alone. */
  escalated: Generated<boolean>;
}

interface ReportVoicesTable {
  report_id: string;
  user_id: string;
  reason: ReportReason;
  text: string;
  created_at: Date;
}

interface ReportViewersTable {
  report_id: string;
  user_id: string;
  seen_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    reports: ReportsTable;
    report_voices: ReportVoicesTable;
    report_viewers: ReportViewersTable;
  }
}

export type ReportRow = Selectable<ReportsTable>;

/** This person's newest report of a thing; undefined: they have none, or it was decided and `onlyOpen`. */
export async function findOwnReport(
  tx: Tx,
  { kind, thingId, userId, onlyOpen }: { kind: ReportKind; thingId: string; userId: string; onlyOpen: boolean },
): Promise<Pick<ReportRow, 'id' | 'state'> | undefined> {
  let own = tx
    .selectFrom('reports')
    .innerJoin('report_voices', 'report_voices.report_id', 'reports.id')
    .select(['reports.id', 'reports.state'])
    .where('reports.kind', '=', kind)
    .where('reports.thing_id', '=', thingId)
    .where('report_voices.user_id', '=', userId)
    .orderBy('reports.id', 'desc')
    .limit(1);
  if (onlyOpen) own = own.where('reports.state', '=', 'open');
  return await own.executeTakeFirst();
}

/** Opens a report of a thing, or finds the open one and locks it. @returns its id */
export async function openReport(
  tx: Tx,
  report: Omit<ReportRow, 'reporters' | 'state' | 'decision_id' | 'escalated'>,
): Promise<string> {
  const { id } = await tx
    .insertInto('reports')
    .values({ ...report, decision_id: null, reporters: 0 })
    .onConflict((open) =>
      open.columns(['kind', 'thing_id']).where('state', '=', 'open').doUpdateSet({
        // Moderators may see what any of the reporters could.
        since: sql`least(reports.since, excluded.since)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a reporter to a locked report. @returns false if they've reported it already */
export async function insertVoice(tx: Tx, voice: ReportVoicesTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('report_voices')
    .values(voice)
    .onConflict((known) => known.columns(['report_id', 'user_id']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await tx.updateTable('reports').set({ reporters: sql`reporters + 1` }).where('id', '=', voice.report_id).execute();
  return true;
}

/** Selects reports: of one community or all, about one person or anybody. */
export interface ReportPage {
  state: 'open' | 'decided' | 'any';
  communityId: string | undefined;
  /** Whether the viewer is in the site's team: only they see escalated reports. */
  isOnTeam: boolean;
  authorId: string | undefined;
  /** Reports about this person are left out. */
  viewerId: string;
  before: string | undefined;
  size: number;
}

/** Reports, newest first. */
export async function listReports(db: Db, page: ReportPage): Promise<ReportRow[]> {
  let reports = db
    .selectFrom('reports')
    .selectAll()
    .where('author_id', 'is distinct from', page.viewerId)
    .orderBy('id', 'desc')
    .limit(page.size);
  if (page.state !== 'any') reports = reports.where('state', '=', page.state);
  if (page.authorId !== undefined) reports = reports.where('author_id', '=', page.authorId);
  if (page.communityId !== undefined) reports = reports.where('community_id', '=', page.communityId);
  if (!page.isOnTeam) reports = reports.where('escalated', '=', false);
  if (page.before !== undefined) reports = reports.where('id', '<', page.before);
  return await reports.execute();
}

interface ReportedGiven {
  tokenHash: Buffer;
  kinds: readonly ReportKind[];
  ids: readonly string[];
}

const reportedStatement = statement('moderation-reported-places', (db, { kinds, ids }: Given<ReportedGiven>) => {
  const reported = eb
    .selectFrom(unnest('thing', { kind: arrayOf<ReportKind>(kinds, 'text'), id: arrayOf<string>(ids, 'text') }))
    .innerJoin('reports', (on) =>
      on.onRef('reports.kind', '=', 'thing.kind').onRef('reports.thing_id', '=', 'thing.id'),
    )
    .select(['reports.id', 'reports.author_id', 'reports.community_id', 'reports.escalated']);
  return withSession(db)
    .selectFrom('session')
    .leftJoin(reported.as('reports'), (on) => on.onRef('reports.author_id', 'is distinct from', 'session.user_id'))
    .select((place) => [
      'session.user_id',
      fact(place('reports.id', 'is not', null)).as('reported'),
      'reports.community_id',
      place.fn.coalesce('reports.escalated', place.lit(false)).as('escalated'),
    ])
    .distinct();
});

/** The places of the given reported things, and the viewer, whose own things are left out. Empty: there's no such session. */
export const readReportedPlaces = (
  pipeline: Pipeline,
  tokenHash: Buffer,
  things: readonly { kind: ReportKind; id: string }[],
): Promise<{ user_id: string; reported: boolean; community_id: string | null; escalated: boolean }[]> =>
  reportedStatement(pipeline, { tokenHash, kinds: things.map(({ kind }) => kind), ids: things.map(({ id }) => id) });

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Marks an open report as decided. @returns false if it was decided already */
export async function closeReport(tx: Tx, id: string, decisionId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ state: 'decided', decision_id: decisionId })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** All reasons for which a thing was reported. */
export async function listReasons(tx: Tx, reportId: string): Promise<ReportReason[]> {
  const rows = await tx
    .selectFrom('report_voices')
    .select('reason')
    .distinct()
    .where('report_id', '=', reportId)
    .execute();
  return rows.map(({ reason }) => reason);
}

/** Reopens a dismissed report for the site's team alone, with the reports of something illegal. */
export async function escalateReport(tx: Tx, reportId: string, { id, now }: { id: string; now: Date }): Promise<void> {
  await sql`with raised as (
      insert into reports (id, kind, thing_id, author_id, community_id, content, since, reason, text, reporters, created_at, escalated)
      select ${id}::uuid, kind, thing_id, author_id, community_id, content, since, voice.reason, voice.text, reporters, ${now}, true
      from reports cross join lateral (
        select reason, text from report_voices
        where report_id = reports.id and reason = 'illegal' order by created_at limit 1
      ) voice
      where reports.id = ${reportId}
      returning id
    )
    insert into report_voices (report_id, user_id, reason, text, created_at)
    select raised.id, user_id, reason, text, created_at from report_voices cross join raised
    where report_id = ${reportId}`.execute(tx);
}

/** The open report of a thing. */
export async function findOpenReport(
  tx: Tx,
  kind: ReportKind,
  thingId: string,
): Promise<Pick<ReportRow, 'id'> | undefined> {
  return await tx
    .selectFrom('reports')
    .select('id')
    .where('kind', '=', kind)
    .where('thing_id', '=', thingId)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

/** A report's reporters, starting after one of them, in order. */
export async function listReporters(db: Db, reportId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('report_voices')
    .select('user_id')
    .where('report_id', '=', reportId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Stores that someone has a report open. */
export async function touchViewer(db: Db, viewer: ReportViewersTable): Promise<void> {
  await db
    .insertInto('report_viewers')
    .values(viewer)
    .onConflict((known) => known.columns(['report_id', 'user_id']).doUpdateSet({ seen_at: viewer.seen_at }))
    .execute();
}

/** Who sent these reports, and when. */
export async function listVoices(
  db: Db,
  reportIds: readonly string[],
): Promise<{ report_id: string; userId: string; at: Date }[]> {
  if (reportIds.length === 0) return [];
  return await db
    .selectFrom('report_voices')
    .select(['report_id', 'user_id as userId', 'created_at as at'])
    .where('report_id', 'in', reportIds)
    .execute();
}

/** The other people who have these reports open. */
export async function listViewers(
  db: Db,
  reportIds: readonly string[],
  { since, besides }: { since: Date; besides: string },
): Promise<{ report_id: string; user_id: string }[]> {
  if (reportIds.length === 0) return [];
  return await db
    .selectFrom('report_viewers')
    .select(['report_id', 'user_id'])
    .where('report_id', 'in', reportIds)
    .where('seen_at', '>', since)
    .where('user_id', '<>', besides)
    .execute();
}

/**
 * Removes a deleted person: their reports stay, reports about them are deleted. Reports about a community are then about the next person
 * responsible for it.
 * @returns the reports about them
 */
export async function forgetPerson(tx: Tx, userId: string): Promise<{ reportId: string }[]> {
  const responsible = responsibleFor(eb.cast<string>(row('reports').thing_id, 'uuid'), row('reports').author_id);
  const passedOn = await tx
    .updateTable('reports')
    .set({ author_id: responsible })
    .where('author_id', '=', userId)
    .where('kind', '=', 'community')
    .returning('id as reportId')
    .execute();
  const gone = await tx.deleteFrom('reports').where('author_id', '=', userId).returning('id as reportId').execute();
  await tx
    .with('gone', (db) => db.deleteFrom('report_voices').where('user_id', '=', userId).returning('report_id'))
    .updateTable('reports')
    .from('gone')
    .set({ reporters: sql`greatest(reports.reporters - 1, 0)` })
    .whereRef('reports.id', '=', 'gone.report_id')
    .execute();
  return [...passedOn, ...gone];
}

/** How many reports and decisions are counted per person; beyond that, the exact number doesn't matter. */
const mostCounted = 100;

/** How many decisions of a kind there are about a person, as far as a moderator of one place may know. */
export interface DecisionCount {
  user_id: string;
  /** The moderator's community; null: the site. */
  community_id: string | null;
  action: DecisionAction;
  number: number;
}

/**
 * Counts decisions about people by action, among the newest hundred about each: for a community's moderators those made there, for the
 * site's team also its own. Other communities' decisions count nowhere else, because everybody can found one.
 */
export async function countDecisions(
  db: Db,
  asked: readonly { user_id: string | null; community_id: string | null }[],
  viewer: { isOnTeam: boolean },
): Promise<DecisionCount[]> {
  const userIds = asked.map(({ user_id }) => user_id);
  const communityIds = asked.map(({ community_id }) => community_id);
  const { rows } = await sql<DecisionCount>`
    select asked.user_id, asked.community_id, told.action, count(*)::int as number
    from (
      select distinct given.* from unnest(${userIds}::uuid[], ${communityIds}::uuid[]) given (user_id, community_id)
    ) asked
    cross join lateral (
      select decisions.action from decisions
      where decisions.user_id = asked.user_id and decisions.state <> 'overturned'
        and (decisions.community_id = asked.community_id or (${viewer.isOnTeam}::boolean
          and (decisions.community_id is null
            or coalesce(decisions.by_team, ${isOnTeam(row('decisions').decided_by)}))))
      order by decisions.id desc limit ${mostCounted}
    ) told
    group by asked.user_id, asked.community_id, told.action`.execute(db);
  return rows;
}

/** How many reports there are about things of these people. */
export async function countReportsAbout(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; reports: number }>`
    select person.id, (select count(*)::int from (
      select from reports where reports.author_id = person.id limit ${mostCounted}) counted) as reports
    from unnest(${userIds}::uuid[]) person (id)`.execute(db);
  return new Map(rows.map(({ id, reports }) => [id, reports]));
}

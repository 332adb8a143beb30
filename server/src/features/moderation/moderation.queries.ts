import type { DecisionAction, ReportKind } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { Generated, Selectable } from 'kysely';
import type { UserRow } from '#features/accounts/public.ts';
import { hasTeamBesides, isOnTeam } from '#features/site/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { eb, fact, not, row, val } from '#platform/database/expressions.ts';
import { noId } from '#platform/ids.ts';

interface DecisionsTable {
  id: string;
  action: DecisionAction;
  /** What it's about; null for a person as such. */
  kind: ReportKind | null;
  thing_id: string | null;
  /** The person it concerns; null for a dismissal. */
  user_id: string | null;
  community_id: string | null;
  rule: number | null;
  rule_text: string | null;
  text: string;
  until: Date | null;
  created_at: Date;
  decided_by: string | null;
  /** Whether the person who decided was in the site's team then; null: decided before this was stored. */
  by_team: boolean | null;
  state: Generated<'standing' | 'overturned' | 'lifted'>;
}

interface AppealsTable {
  id: string;
  decision_id: string;
  user_id: string;
  text: string;
  state: Generated<'open' | 'upheld' | 'overturned'>;
  created_at: Date;
  answer: string | null;
  answered_by: string | null;
  answered_at: Date | null;
}

interface AppealTokensTable {
  token_hash: Buffer;
  decision_id: string;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    decisions: DecisionsTable;
    appeals: AppealsTable;
    appeal_tokens: AppealTokensTable;
  }
}

export type DecisionRow = Omit<Selectable<DecisionsTable>, 'by_team'>;
export type AppealRow = Selectable<AppealsTable>;

/** Stores a decision, and whether its maker is in the site's team now. */
export async function insertDecision(tx: Tx, decision: Omit<DecisionRow, 'state'>): Promise<void> {
  const byTeam = isOnTeam(eb.cast<string>(val(decision.decided_by ?? noId), 'uuid'));
  await tx
    .insertInto('decisions')
    .values({ ...decision, by_team: fact(byTeam) })
    .execute();
}

export async function findDecision(db: Db, id: string): Promise<DecisionRow | undefined> {
  return await db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listDecisions(db: Db, ids: readonly string[]): Promise<DecisionRow[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('decisions').selectAll().where('id', 'in', ids).execute();
}

/** Decisions about a person, newest first. */
export async function listDecisionsAbout(
  db: Db,
  userId: string,
  { before, size }: { before: string | undefined; size: number },
): Promise<DecisionRow[]> {
  let own = db
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('action', '<>', 'dismiss')
    .orderBy('id', 'desc')
    .limit(size);
  if (before !== undefined) own = own.where('id', '<', before);
  return await own.execute();
}

/** A person's standing suspensions, oldest first. */
export async function listSuspensions(tx: Tx, userId: string): Promise<DecisionRow[]> {
  return await tx
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('action', '=', 'suspend')
    .where('state', '=', 'standing')
    .orderBy('id')
    .execute();
}

/** Stores what a ban was about. */
export async function updateSubject(
  tx: Tx,
  id: string,
  subject: Pick<DecisionRow, 'kind' | 'thing_id' | 'rule' | 'rule_text'>,
): Promise<void> {
  await tx.updateTable('decisions').set(subject).where('id', '=', id).execute();
}

/** Changes a decision's state. @returns whether it stood until then */
export async function settleDecision(tx: Tx, id: string, state: 'overturned' | 'lifted'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('decisions')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'standing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A person's standing bans from a community, oldest first. */
export async function listBans(
  tx: Tx,
  { userId, communityId }: { userId: string; communityId: string },
): Promise<DecisionRow[]> {
  return await tx
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('action', '=', 'ban')
    .where('community_id', '=', communityId)
    .where('state', '=', 'standing')
    .orderBy('id')
    .execute();
}

/** @returns false if the decision has been appealed already */
export async function insertAppeal(
  tx: Tx,
  appeal: Pick<AppealRow, 'id' | 'decision_id' | 'user_id' | 'text' | 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('appeals')
    .values({ ...appeal, answer: null, answered_by: null, answered_at: null })
    .onConflict((known) => known.column('decision_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function listAppealsOf(db: Db, decisionIds: readonly string[]): Promise<AppealRow[]> {
  if (decisionIds.length === 0) return [];
  return await db.selectFrom('appeals').selectAll().where('decision_id', 'in', decisionIds).execute();
}

export async function findAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
  return await db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Appeals that a team member may judge, newest first: `mayJudge` from the rules. */
export async function listAppeals(
  db: Db,
  page: {
    state: AppealRow['state'];
    judgeId: string;
    before: string | undefined;
    size: number;
  },
): Promise<AppealRow[]> {
  let waiting = db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .selectAll('appeals')
    .where('appeals.state', '=', page.state)
    .where('appeals.user_id', '<>', page.judgeId)
    .where((where) =>
      where.or([
        where('decisions.decided_by', 'is distinct from', page.judgeId),
        not(hasTeamBesides(row('decisions').decided_by, row('appeals').user_id)),
      ]),
    )
    .orderBy('appeals.id', 'desc')
    .limit(page.size);
  if (page.before !== undefined) waiting = waiting.where('appeals.id', '<', page.before);
  return await waiting.execute();
}

/** Whether the team has somebody who could judge an appeal, other than its maker and the decision's. */
export async function hasOtherJudges(db: Db, appealId: string): Promise<boolean> {
  const appeal = await db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .select(fact(hasTeamBesides(row('decisions').decided_by, row('appeals').user_id)).as('others'))
    .where('appeals.id', '=', appealId)
    .executeTakeFirst();
  return appeal?.others ?? false;
}

/** Answers an open appeal, given by its id or its decision. @returns its id; undefined: there's none */
export async function answerAppeal(
  tx: Tx,
  of: { id: string } | { decisionId: string },
  answer: Pick<AppealRow, 'state' | 'answer' | 'answered_by' | 'answered_at'>,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('appeals')
    .set(answer)
    .where((appeal) => ('id' in of ? appeal('id', '=', of.id) : appeal('decision_id', '=', of.decisionId)))
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertAppealToken(tx: Db, token: AppealTokensTable): Promise<void> {
  await tx.insertInto('appeal_tokens').values(token).execute();
}

/** The decision that a token gives access to; undefined: it's unknown or has expired. */
export async function findByToken(db: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('appeal_tokens')
    .select('decision_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.decision_id;
}

/** Deletes a decision's tokens that expire by some time. */
export async function deleteTokensOf(tx: Tx, decisionId: string, until: Date): Promise<void> {
  await tx.deleteFrom('appeal_tokens').where('decision_id', '=', decisionId).where('expires_at', '<=', until).execute();
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('appeal_tokens').where('expires_at', '<=', now).execute();
}

/** Deletes the decisions about a person, with their appeals. @returns their ids */
export const deleteDecisionsAbout = (tx: Tx, userId: string): Promise<{ decisionId: string }[]> =>
  tx.deleteFrom('decisions').where('user_id', '=', userId).returning('id as decisionId').execute();

export type PersonRow = Pick<UserRow, 'id' | 'username' | 'name' | 'profile_path' | 'email' | 'site_role'>;

/** People by id; those whose accounts are gone are left out. */
export async function listPeople(db: Db, ids: readonly (string | null)[]): Promise<Map<string, PersonRow>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'profile_path', 'email', 'site_role'])
    .where('id', 'in', known)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

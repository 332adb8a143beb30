import type { OwnDecision, WaitingAppeal } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { lockUser } from '#features/accounts/public.ts';
import { handlesOf } from '#features/communities/public.ts';
import { requireSiteRole } from '#features/site/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { conflict, goneOrHidden, invalid, notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import { type Moderation, tellAnswer, undoDecision } from './decisions.service.ts';
import type {} from './moderation.events.ts';
import {
  type AppealRow,
  answerAppeal,
  type DecisionRow,
  deleteTokensOf,
  findAppeal,
  findByToken,
  findDecision,
  hasOtherJudges,
  insertAppeal,
  insertAppealToken,
  listAppeals as listAppealRows,
  listAppealsOf,
  listDecisions as listDecisionRows,
  listDecisionsAbout,
  listPeople,
} from './moderation.queries.ts';
import { endAfter, mayAppeal, mayJudge } from './moderation.rules.ts';
import { authorOf, viewAppeal, viewHistory, viewOwnAppeal, viewOwnDecision } from './moderation.view.ts';
import { countDecisions } from './reports.queries.ts';
import { showThings } from './things.service.ts';

const noDecision = 'Decision not found.';
const noAppeal = 'Appeal not found, or someone else has to judge it.';
const tokenGone = () => invalid({ token: 'This link has expired. Log in to get a new one.' });
const appealed = () =>
  conflict({ decision: "You've already appealed this. We'll answer by email, or when you log in." });

/** How long the link in a mail can be used to appeal. */
const mailedDays = 30;
/** How long the token in the answer to a log-in can be used. */
const answeredDays = 1;

/** What decisions are about, and where it is. */
async function aboutDecisions({ platform, things }: Moderation, rows: readonly DecisionRow[]) {
  const db = platform.db.kysely;
  const [shown, handles, people] = await Promise.all([
    showThings(
      things,
      rows.map((row) => ({ kind: row.kind, thing_id: row.thing_id })),
    ),
    handlesOf(
      db,
      rows.flatMap(({ community_id }) => community_id ?? []),
    ),
    listPeople(
      db,
      rows.flatMap(({ user_id, decided_by }) => [user_id, decided_by]),
    ),
  ]);
  return {
    people,
    of: (row: DecisionRow) => ({
      thing: shown(row),
      author: authorOf(people, row.user_id),
      handle: (row.community_id !== null && handles.get(row.community_id)) || null,
    }),
  };
}

async function viewOwn(moderation: Moderation, rows: readonly DecisionRow[]): Promise<OwnDecision[]> {
  const appeals = await listAppealsOf(
    moderation.platform.db.kysely,
    rows.map(({ id }) => id),
  );
  const about = await aboutDecisions(moderation, rows);
  return rows.map((row) =>
    viewOwnDecision(row, { ...about.of(row), appeal: appeals.find(({ decision_id }) => decision_id === row.id) }),
  );
}

/** Decisions about the caller, newest first. */
export async function listDecisions(
  moderation: Moderation,
  session: Session,
  page: { before?: string | undefined; size: number },
): Promise<OwnDecision[]> {
  const before = cursorOf(page.before, 'the decision_id of a decision');
  const { size } = page;
  const rows = await listDecisionsAbout(moderation.platform.db.kysely, session.userId, { before, size });
  return await viewOwn(moderation, rows);
}

/** Appeals a decision. @throws {HttpError} 404 for one about someone else, 409 if it has been appealed, 422 if it no longer stands */
export async function appealDecision(
  { platform }: Moderation,
  userId: string,
  decisionId: string,
  text: string,
): Promise<{ appeal_id: string; state: 'open' }> {
  const { db, clock, deferred, newId } = platform;
  return await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const row = isId(decisionId) ? await findDecision(tx, decisionId) : undefined;
    if (!user || !row || row.user_id !== userId) throw goneOrHidden(row, noDecision);
    const [known] = await listAppealsOf(tx, [row.id]);
    if (known) throw appealed();
    if (!mayAppeal(userId, { action: row.action, userId: row.user_id, isAppealed: false, state: row.state })) {
      throw invalid({ decision: 'This decision has already been taken back.' });
    }
    const id = newId();
    const appeal = { id, decision_id: row.id, user_id: userId, text: text.trim(), created_at: clock.now() };
    if (!(await insertAppeal(tx, appeal))) throw appealed();
    await deferred.emit(tx, 'moderation.appealed', [{ decisionId: row.id }]);
    return { appeal_id: id, state: 'open' };
  });
}

/** The appeal token's row. @throws {HttpError} 422 if it has expired */
async function openToken({ platform: { db, clock } }: Moderation, token: string): Promise<DecisionRow> {
  const id = await findByToken(db.kysely, hashToken(token), clock.now());
  const row = id === undefined ? undefined : await findDecision(db.kysely, id);
  if (!row) throw tokenGone();
  return row;
}

/** The decision that a link is about. @throws {HttpError} 422 if it has expired */
export async function readByToken(moderation: Moderation, token: string): Promise<OwnDecision> {
  const [view] = await viewOwn(moderation, [await openToken(moderation, token)]);
  return view as OwnDecision;
}

/** Appeals without a session. @throws {HttpError} 422 if the token has expired, and as `appealDecision` */
export async function appealByToken(moderation: Moderation, token: string, text: string) {
  const row = await openToken(moderation, token);
  if (row.user_id === null) throw tokenGone();
  return await appealDecision(moderation, row.user_id, row.id, text);
}

async function issueToken(clock: Platform['clock'], db: Db, decisionId: string, days: number): Promise<string> {
  const token = newToken();
  await insertAppealToken(db, {
    token_hash: hashToken(token),
    decision_id: decisionId,
    expires_at: endAfter(clock.now(), days) as Date,
  });
  return token;
}

/** Makes a token for a mail, with which its recipient can appeal. */
export const issueMailedToken = async ({ clock }: Pick<Platform, 'clock'>, db: Db, decisionId: string) =>
  await issueToken(clock, db, decisionId, mailedDays);

/** Makes a token for the answer to a log-in. It replaces those of earlier log-ins, but not the one in the mail. */
export async function issueAnsweredToken({ clock }: Pick<Platform, 'clock'>, tx: Tx, decisionId: string) {
  await deleteTokensOf(tx, decisionId, endAfter(clock.now(), answeredDays) as Date);
  return await issueToken(clock, tx, decisionId, answeredDays);
}

/** Appeals that the caller may judge, newest first. @throws {HttpError} 422 for those who aren't in the team */
export async function listAppeals(
  moderation: Moderation,
  session: Session,
  query: { state: AppealRow['state']; before?: string | undefined; size: number },
): Promise<WaitingAppeal[]> {
  const { db } = moderation.platform;
  const before = cursorOf(query.before, 'an appeal_id');
  await db.transaction((tx) => requireSiteRole(tx, session, 'moderator'));
  const { state, size } = query;
  const rows = await listAppealRows(db.kysely, { state, judgeId: session.userId, before, size });
  const decisions = await listDecisionRows(
    db.kysely,
    rows.map(({ decision_id }) => decision_id),
  );
  const counts = await countDecisions(db.kysely, decisions, { isOnTeam: true });
  const about = await aboutDecisions(moderation, decisions);
  return rows.flatMap((row) => {
    const decision = decisions.find(({ id }) => id === row.decision_id);
    if (!decision) return [];
    const there = decision.community_id;
    const history = viewHistory(counts.filter((each) => each.user_id === row.user_id && each.community_id === there));
    return [viewAppeal(row, decision, { ...about.of(decision), people: about.people, history })];
  });
}

/**
 * Judges an appeal; overturning the decision undoes everything it did.
 * @throws {HttpError} 404 for people who can't judge it, 409 if it has been judged, 422 for those who aren't in the team
 */
export async function judgeAppeal(
  moderation: Moderation,
  session: Session,
  appealId: string,
  given: { decision: 'uphold' | 'overturn'; text: string },
): Promise<OwnDecision['appeal'] & object> {
  const { db, clock, deferred } = moderation.platform;
  const answered = await db.transaction(async (tx, effects) => {
    const standing = await requireSiteRole(tx, session, 'moderator');
    const known = isId(appealId) ? await findAppeal(tx, appealId) : undefined;
    if (!known) throw notFound(noAppeal);
    await lockUser(tx, known.user_id);
    const row = await findAppeal(tx, appealId);
    const decision = row && (await findDecision(tx, row.decision_id));
    if (!row || !decision) throw notFound(noAppeal);
    const about = { userId: row.user_id, decidedBy: decision.decided_by };
    const others = await hasOtherJudges(tx, row.id);
    if (!mayJudge({ userId: session.userId, standing }, about, others)) throw goneOrHidden(row, noAppeal);
    if (row.state !== 'open') throw conflict({ appeal: 'Somebody else has already judged this appeal.' });
    const answer = {
      state: given.decision === 'uphold' ? ('upheld' as const) : ('overturned' as const),
      answer: given.text.trim(),
      answered_by: session.userId,
      answered_at: clock.now(),
    };
    await answerAppeal(tx, { id: row.id }, answer);
    if (given.decision === 'overturn') {
      await undoDecision(moderation, tx, decision, { state: 'overturned', byId: session.userId }, effects);
    }
    await tellAnswer(moderation.platform, tx, row.id);
    await deferred.emit(tx, 'moderation.judged', [{ decisionId: row.decision_id }]);
    return { ...row, ...answer };
  });
  return viewOwnAppeal(answered);
}

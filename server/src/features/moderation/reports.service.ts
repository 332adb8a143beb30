import type {
  Decision,
  DecisionAction,
  Report,
  ReportKind,
  ReportReason,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { findAccount, lockUser } from '#features/accounts/public.ts';
import { noComment } from '#features/comments/public.ts';
import {
  communityIdOf,
  handlesOf,
  lacksPermission,
  listMemberFacts,
  lockCommunityById,
  memberFacts,
} from '#features/communities/public.ts';
import { noPost } from '#features/posts/public.ts';
import { noMessage } from '#features/rooms/public.ts';
import { outranks, refusalOf, siteRoleOf } from '#features/site/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { conflict, goneOrHidden, invalid, notFound } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { type Moderation, makeDecision } from './decisions.service.ts';
import type {} from './moderation.events.ts';
import { listDecisions, listPeople, type PersonRow } from './moderation.queries.ts';
import {
  actionsFor,
  type Case,
  endAfter,
  goesToTheTeam,
  type Moderator,
  mayDecide,
  noAccount,
  notRemovable,
} from './moderation.rules.ts';
import { authorOf, onSite, viewDecision, viewDecisionBy, viewHistory, viewSubject } from './moderation.view.ts';
import {
  closeReport,
  countDecisions,
  escalateReport,
  findOwnReport,
  findReport,
  insertVoice,
  listReasons,
  listReports as listReportRows,
  listViewers,
  listVoices,
  openReport,
  type ReportRow,
  touchViewer,
} from './reports.queries.ts';
import { showThings } from './things.service.ts';

const missing: Record<ReportKind, string> = {
  post: noPost,
  comment: noComment,
  message: noMessage,
  user: noAccount,
  community: 'Community not found. It may have been deleted.',
};
const noReport = "Report not found. It may have been deleted, or you can't decide it.";

const own: Partial<Record<ReportKind, string>> = { community: "You can't report a community you're responsible for." };

/** Things that can't change can't be reported again by the same person, even after a decision. */
const unchanging: readonly ReportKind[] = ['post', 'comment', 'message'];

/**
 * Reports something that the caller can see. Reporting it again is the same report.
 * @throws {HttpError} 404 if the caller can't see it, 422 if it's their own
 */
export async function sendReport(
  { platform, things }: Moderation,
  session: Session,
  given: { kind: ReportKind; id: string; reason: ReportReason; text: string },
): Promise<Pick<Report, 'report_id' | 'state'>> {
  const { db, clock, deferred, newId } = platform;
  const { kind, reason, text } = given;
  return await db.transaction(async (tx) => {
    const thing = await things.get(kind)?.find(tx, given.id, session.userId);
    if (!thing) throw notFound(missing[kind]);
    if (thing.authorId === session.userId) throw invalid({ id: own[kind] ?? "You can't report yourself." });
    const same = { kind, thingId: thing.id, userId: session.userId, onlyOpen: !unchanging.includes(kind) };
    const known = await findOwnReport(tx, same);
    if (known) return { report_id: known.id, state: known.state };
    const now = clock.now();
    const id = await openReport(tx, {
      id: newId(),
      kind,
      thing_id: thing.id,
      author_id: thing.authorId,
      community_id: thing.communityId,
      content: thing.content ?? null,
      since: thing.since,
      reason,
      text,
      created_at: now,
    });
    const isNew = await insertVoice(tx, { report_id: id, user_id: session.userId, reason, text, created_at: now });
    if (isNew) await deferred.emit(tx, 'moderation.reported', [{ reportId: id }]);
    return { report_id: id, state: 'open' };
  });
}

/** The caller as a moderator of a community, or only of the site. */
export async function moderatorIn(db: Db, userId: string, communityId: string | null): Promise<Moderator> {
  return await moderatorAs(db, { userId, standing: await siteRoleOf(db, userId) }, communityId);
}

/** The same for somebody whose role on the site is known. */
export async function moderatorAs(
  db: Db,
  { userId, standing }: Pick<Moderator, 'userId' | 'standing'>,
  communityId: string | null,
): Promise<Moderator> {
  const member = communityId === null ? undefined : await memberFacts(db, communityId, userId);
  return moderatorOf({ userId, standing }, member);
}

type Member = Awaited<ReturnType<typeof memberFacts>>;

/** @param member undefined: not a member of the case's community */
const moderatorOf = ({ userId, standing }: Pick<Moderator, 'userId' | 'standing'>, member: Member): Moderator => ({
  ...onSite(userId, standing),
  bans: member?.permissions.includes('ban:users') ?? false,
  edits: member?.permissions.includes('community:edit') ?? false,
});

/** The community that a report belongs to, and whether it's escalated. */
const placeOf = ({ community_id: communityId, escalated: isEscalated }: ReportRow) => ({ communityId, isEscalated });

/** What a report is about, as a case in the rules for a moderator. @param member the author as a member of its community */
function caseOf(
  report: ReportRow,
  actor: Pick<Moderator, 'standing'>,
  about: { author: Pick<PersonRow, 'id' | 'site_role'> | undefined; member: Member; isGone: boolean },
): Case {
  const { author, member, isGone } = about;
  return {
    kind: report.kind,
    authorId: author?.id ?? null,
    isOutranked: outranks(actor.standing, author?.site_role ?? null),
    ...placeOf(report),
    authorEdits: member?.permissions.includes('community:edit') ?? false,
    isGone,
  };
}

/**
 * A page of reports, newest first. Those about the caller are left out.
 * @throws {HttpError} 404 for an unknown community or person, 422 without the right to it
 */
export async function listReports(
  moderation: Moderation,
  session: Session,
  query: {
    state: 'open' | 'decided' | 'any';
    community?: string | undefined;
    about?: string | undefined;
    before?: string | undefined;
    size: number;
  },
): Promise<Report[]> {
  const { db } = moderation.platform;
  const { state, size } = query;
  const before = cursorOf(query.before, 'the report_id of a report');
  const communityId = query.community === undefined ? undefined : await communityIdOf(db.kysely, query.community);
  // Also queried without a community, so that the time reveals nothing.
  const place = query.community === undefined ? null : (communityId ?? noId);
  const actor = await moderatorIn(db.kysely, session.userId, place);
  if (
    query.community !== undefined &&
    (communityId === undefined || !mayDecide(actor, { communityId, isEscalated: false }))
  ) {
    const member = await memberFacts(db.kysely, communityId ?? noId, session.userId);
    throw member
      ? lacksPermission('ban:users')
      : goneOrHidden(communityId, "Community not found, or you can't decide its reports.");
  }
  if (communityId === undefined && actor.standing === null)
    throw await refusalOf(db.kysely, session.userId, 'moderator');
  const author = query.about === undefined ? undefined : await findAccount(db.kysely, query.about);
  if (query.about !== undefined && author === undefined) throw notFound(missing.user);
  const isOnTeam = actor.standing !== null;
  const page = { state, communityId, isOnTeam, authorId: author?.id, viewerId: session.userId, before, size };
  const rows = await listReportRows(db.kysely, page);
  return await viewReports(moderation, actor, rows);
}

/** How long someone counts as having a report open after saying so, in milliseconds. */
const viewingMs = 15_000;

/** Reports as someone who may decide them sees them. */
async function viewReports(
  { platform, things }: Moderation,
  { userId, standing }: Pick<Moderator, 'userId' | 'standing'>,
  rows: readonly ReportRow[],
): Promise<Report[]> {
  const { db, clock } = platform;
  const authorIds = rows.map((row) => row.author_id);
  const since = new Date(clock.now().getTime() - viewingMs);
  const reportIds = rows.map(({ id }) => id);
  const reporters = Map.groupBy(await listVoices(db.kysely, reportIds), ({ report_id }) => report_id);
  const [shown, viewers, decisions, counts, handles, memberOf] = await Promise.all([
    showThings(
      things,
      rows.map((row) => ({ ...row, reporters: reporters.get(row.id) ?? [] })),
    ),
    listViewers(db.kysely, reportIds, { since, besides: userId }),
    listDecisions(
      db.kysely,
      rows.flatMap(({ decision_id }) => decision_id ?? []),
    ),
    countDecisions(
      db.kysely,
      rows.map((row) => ({ user_id: row.author_id, community_id: row.community_id })),
      { isOnTeam: standing !== null },
    ),
    handlesOf(
      db.kysely,
      rows.flatMap(({ community_id }) => community_id ?? []),
    ),
    listMemberFacts(
      db.kysely,
      rows.flatMap(({ community_id: communityId, author_id }) =>
        communityId === null ? [] : [userId, author_id ?? noId].map((id) => ({ communityId, userId: id })),
      ),
    ),
  ]);
  const people = await listPeople(db.kysely, [
    ...authorIds,
    ...viewers.map((viewer) => viewer.user_id),
    ...decisions.map(({ decided_by }) => decided_by),
  ]);
  const inCommunity = (row: ReportRow, id: string) =>
    row.community_id === null ? undefined : memberOf(row.community_id, id);
  return rows.map((row) => {
    const author = row.author_id === null ? undefined : people.get(row.author_id);
    const actor = moderatorOf({ userId, standing }, inCommunity(row, userId));
    const thing = shown(row);
    const member = author && inCommunity(row, author.id);
    const about = caseOf(row, actor, { author, member, isGone: thing === undefined || thing.isRemoved });
    const decision = decisions.find(({ id }) => id === row.decision_id);
    return {
      report_id: row.id,
      kind: row.kind,
      id: thing?.id ?? row.thing_id,
      reason: row.reason,
      text: row.text,
      state: row.state,
      reporters: row.reporters,
      created_at: row.created_at.toISOString(),
      subject: {
        ...viewSubject(thing && { ...thing, content: row.content ?? thing.content }, authorOf(people, row.author_id)),
        context: thing?.context ?? [],
        post_id: thing?.postId ?? null,
      },
      community_handle: (row.community_id !== null && handles.get(row.community_id)) || null,
      escalated: row.escalated,
      history: viewHistory(
        counts.filter((each) => each.user_id === row.author_id && each.community_id === row.community_id),
      ),
      actions: row.state === 'open' ? actionsFor(actor, about) : [],
      viewers: viewers.flatMap((viewer) =>
        viewer.report_id === row.id ? (authorOf(people, viewer.user_id) ?? []) : [],
      ),
      decision: decision ? viewDecisionBy(decision, people) : null,
    };
  });
}

/** A report that the caller may decide, or whose decision they may see. @throws {HttpError} 404 */
async function enterReport(db: Db, userId: string, id: string): Promise<{ report: ReportRow; actor: Moderator }> {
  const report = await findReport(db, isId(id) ? id : noId);
  // Also queried without a report or a community, so that the time reveals nothing.
  const actor = await moderatorIn(db, userId, report?.community_id ?? noId);
  if (!report) throw notFound(noReport);
  if (!mayDecide(actor, placeOf(report)) || report.author_id === userId) throw goneOrHidden(report, noReport);
  return { report, actor };
}

/** One report. @throws {HttpError} 404 for people who can't decide it */
export async function readReport(moderation: Moderation, session: Session, id: string): Promise<Report> {
  const { report, actor } = await enterReport(moderation.platform.db.kysely, session.userId, id);
  const [view] = await viewReports(moderation, actor, [report]);
  return view as Report;
}

/** Stores that the caller has a report open. @returns the others who have it open */
export async function viewReport(
  { platform }: Moderation,
  session: Session,
  id: string,
): Promise<Pick<Report, 'viewers' | 'state'>> {
  const { db, clock } = platform;
  const { report } = await enterReport(db.kysely, session.userId, id);
  const now = clock.now();
  await touchViewer(db.kysely, { report_id: report.id, user_id: session.userId, seen_at: now });
  const since = new Date(now.getTime() - viewingMs);
  const others = await listViewers(db.kysely, [report.id], { since, besides: session.userId });
  const people = await listPeople(
    db.kysely,
    others.map(({ user_id }) => user_id),
  );
  return { viewers: others.flatMap(({ user_id }) => authorOf(people, user_id) ?? []), state: report.state };
}

/** A moderator's decision, as the call takes it. */
export interface GivenDecision {
  action: DecisionAction;
  text: string;
  days?: number | undefined;
  rule?: number | null | undefined;
}

/**
 * Decides a report.
 * @throws {HttpError} 404 for people who can't see it, 409 if it's already decided, 422 for decisions the caller may not make
 */
export async function decideReport(
  moderation: Moderation,
  session: Session,
  id: string,
  given: GivenDecision,
): Promise<Decision> {
  const { db, clock, jobs, deferred, newId } = moderation.platform;
  const { action, text } = given;
  if (action !== 'dismiss' && text === '') throw invalid({ text: 'Write a sentence for the person this is about.' });
  const decided = await db.transaction(async (tx, effects) => {
    const { report, about, actor } = await lockCase(tx, session.userId, id);
    if (report.state !== 'open') throw await tooLate(tx, report);
    if (!actionsFor(actor, about).includes(action)) throw invalid({ action: whyNot(about, actor, action) });
    const row = await makeDecision(
      moderation,
      tx,
      {
        action,
        kind: report.kind,
        thingId: report.thing_id,
        userId: about.authorId,
        communityId: report.community_id,
        rule: given.rule ?? null,
        text,
        until: action === 'suspend' || action === 'ban' ? endAfter(clock.now(), given.days) : null,
        byId: session.userId,
      },
      effects,
    );
    // Removing the thing has already closed the report.
    await closeReport(tx, report.id, row.id);
    if (goesToTheTeam(actor, { action, reasons: await listReasons(tx, report.id) })) {
      // Reporters are notified of the team's decision.
      const raised = newId();
      await escalateReport(tx, report.id, { id: raised, now: clock.now() });
      await deferred.emit(tx, 'moderation.reported', [{ reportId: raised }]);
    } else {
      await jobs.add(tx, 'moderation.tell-reporters', { reportId: report.id, after: noId });
      await deferred.emit(tx, 'moderation.report-answered', [{ reportId: report.id }]);
    }
    return row;
  });
  return viewDecision(decided);
}

/** A report with its author and its community locked, in the order of 0004_posts.sql and 0008_communities.sql. */
async function lockCase(tx: Tx, userId: string, id: string) {
  const { report } = await enterReport(tx, userId, id);
  const author = report.author_id === null ? undefined : await lockUser(tx, report.author_id);
  if (report.community_id !== null) await lockCommunityById(tx, report.community_id);
  // Checked again under the locks: roles may have changed, or somebody else has just decided it.
  const { report: current, actor } = await enterReport(tx, userId, id);
  const communityId = current.community_id;
  const member = author && communityId !== null ? await memberFacts(tx, communityId, author.id) : undefined;
  // Removing it will show whether it exists.
  return { report: current, actor, about: caseOf(current, actor, { author, member, isGone: false }) };
}

async function tooLate(tx: Tx, { decision_id }: ReportRow) {
  const [decision] = decision_id === null ? [] : await listDecisions(tx, [decision_id]);
  const people = await listPeople(tx, [decision?.decided_by ?? null]);
  const by = decision?.decided_by == null ? undefined : people.get(decision.decided_by);
  return conflict({ report: `${by ? `@${by.username} has` : 'Somebody else has'} already decided this.` });
}

/** The error for someone who may not make this decision. */
function whyNot(about: Case, actor: Moderator, action: DecisionAction): string {
  if (about.authorId === actor.userId) return "You can't decide about yourself.";
  if (action === 'ban' && about.communityId === null) return "This isn't in a community. Suspend the account instead.";
  if (action === 'suspend' && actor.standing === null) return "Only the site's team can suspend an account.";
  if (action === 'remove' && (about.kind === 'user' || about.kind === 'community')) return notRemovable;
  if (about.authorId === null) return 'The account was deleted, so this reaches nobody.';
  return 'You can only decide about people whose role is below yours.';
}

import type { DecisionAction, ReportKind } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import { endSuspension, suspendAccount } from '#features/accounts/public.ts';
import { channelIdsOf } from '#features/channels/public.ts';
import { banMember, lockCommunityById, unbanMember, updateBan } from '#features/communities/public.ts';
import { type reportableMessages, withThreads } from '#features/rooms/public.ts';
import { audit, listRules } from '#features/site/public.ts';
import type { Effects, Tx } from '#platform/database/database.ts';
import { conflict, invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './moderation.events.ts';
import {
  answerAppeal,
  type DecisionRow,
  insertDecision,
  listBans,
  listSuspensions,
  settleDecision,
  updateSubject,
} from './moderation.queries.ts';
import { concernsBanned, inForce, isRepeated, mailsBanned, notRemovable } from './moderation.rules.ts';
import { closeReport, findOpenReport } from './reports.queries.ts';
import type { Things } from './things.service.ts';

/** The dependencies of decisions. */
export interface Moderation {
  platform: Platform;
  things: Things;
  messages: ReturnType<typeof reportableMessages>;
}

/** A decision to make. */
export interface NewDecision {
  action: DecisionAction;
  kind: ReportKind | null;
  thingId: string | null;
  /** The person it concerns. */
  userId: string | null;
  communityId: string | null;
  /** The number of the site's rule that was broken. */
  rule: number | null;
  text: string;
  until: Date | null;
  /** Null: done on the server, with `npm run admin`. */
  byId: string | null;
}

const alreadyRemoved = () => conflict({ report: "It's already gone: somebody removed or deleted it." });

/** A rule of the site by its number. @throws {HttpError} 422 if there's none */
async function ruleText(tx: Tx, rule: number | null): Promise<string | null> {
  if (rule === null) return null;
  const text = (await listRules(tx))[rule - 1];
  if (text === undefined) throw invalid({ rule: 'Choose one of the rules.' });
  return text;
}

/**
 * Makes a decision and carries it out, unless it's a repeated request for a suspension that was just made. The caller must have checked the
 * right to it and locked the people; `effects` run after the commit.
 * @throws {HttpError} 409 if there's nothing left to remove, 422 for an unknown rule
 */
export async function makeDecision(
  moderation: Moderation,
  tx: Tx,
  given: NewDecision,
  effects: Effects,
): Promise<DecisionRow> {
  const { platform } = moderation;
  const { action, rule, text, until } = given;
  const row: DecisionRow = {
    id: platform.newId(),
    action,
    kind: given.kind,
    thing_id: given.thingId,
    user_id: action === 'dismiss' ? null : given.userId,
    community_id: given.communityId,
    rule,
    rule_text: await ruleText(tx, rule),
    text,
    until,
    created_at: platform.clock.now(),
    decided_by: given.byId,
    state: 'standing',
  };
  if (action === 'ban') return await ban(moderation, tx, row, effects);
  const last =
    action === 'suspend' && row.user_id !== null ? (await listSuspensions(tx, row.user_id)).at(-1) : undefined;
  if (last && isRepeated(last, row)) return last;
  await insertDecision(tx, row);
  if (action === 'remove') await remove(moderation, tx, row);
  if (action === 'suspend' && row.user_id !== null) await suspend(moderation, tx, row.user_id, effects);
  await tell(moderation, tx, row);
  return row;
}

/** Adds a decision to the audit log, and mails the person it concerns. */
async function tell(moderation: Moderation, tx: Tx, row: DecisionRow): Promise<void> {
  await note(tx, row);
  if (row.user_id === null) return;
  const { jobs, deferred } = moderation.platform;
  await jobs.add(tx, 'moderation.tell', { decisionId: row.id });
  await deferred.emit(tx, 'moderation.decided', [{ decisionId: row.id }]);
}

async function note(tx: Tx, row: DecisionRow): Promise<void> {
  const subject = row.user_id === null ? null : { kind: 'user', id: row.user_id };
  await audit(tx, { actorId: row.decided_by, action: `decision.${row.action}`, subject, text: row.id });
}

async function remove({ things }: Moderation, tx: Tx, row: DecisionRow): Promise<void> {
  const { kind, thing_id: id } = row;
  const thing = kind === null ? undefined : things.get(kind);
  if (!thing?.remove || id === null) throw invalid({ action: notRemovable });
  const removal: Removed = { text: row.text, rule: row.rule, decision_id: row.id, rule_text: row.rule_text };
  if (!(await thing.remove(tx, id, removal))) throw alreadyRemoved();
  // Other open reports of the same thing are now decided, too.
  const open = kind && (await findOpenReport(tx, kind, id));
  if (open) await closeReport(tx, open.id, row.id);
}

/** Applies the person's standing suspension that's in force: the newest that isn't over. The account must be locked. */
async function suspend({ platform }: Moderation, tx: Tx, userId: string, effects: Effects): Promise<void> {
  const standing = inForce(await listSuspensions(tx, userId), platform.clock.now());
  if (!standing) return await endSuspension(tx, userId);
  const { id: decisionId, until, text } = standing;
  await suspendAccount(platform, tx, userId, { decisionId, until, text });
  effects.push(() => platform.sessions.announce({ userId }));
}

/** Bans a person. The ban's own event makes the decision; this adds what it was about. */
async function ban(moderation: Moderation, tx: Tx, row: DecisionRow, effects: Effects): Promise<DecisionRow> {
  const { user_id: userId, community_id: communityId, decided_by: byId, text, until } = row;
  if (userId === null || communityId === null || byId === null) throw invalid({ action: "This isn't in a community." });
  const reported = { communityId, userId, byId, until, text, deleteMessages: false, isReported: true };
  await banMember(moderation.platform, tx, reported, effects);
  const made = (await listBans(tx, { userId, communityId })).at(-1);
  if (!made) throw conflict({ report: 'This community was deleted.' });
  const { kind, thing_id, rule, rule_text } = row;
  await updateSubject(tx, made.id, { kind, thing_id, rule, rule_text });
  return { ...made, kind, thing_id, rule, rule_text };
}

/**
 * Changes a decision's state. An open appeal of it is answered, because there's nothing left to judge.
 * @returns whether the decision stood
 */
async function settle(
  { platform }: Moderation,
  tx: Tx,
  id: string,
  { state, byId }: { state: 'overturned' | 'lifted'; byId: string | null },
): Promise<boolean> {
  if (!(await settleDecision(tx, id, state))) return false;
  const answer = {
    state: 'overturned',
    answer: takenBack,
    answered_by: byId,
    answered_at: platform.clock.now(),
  } as const;
  const appealId = await answerAppeal(tx, { decisionId: id }, answer);
  if (appealId !== undefined) await tellAnswer(platform, tx, appealId);
  return true;
}

/** Tells a person that their appeal was answered: by mail, and with a notification. */
export async function tellAnswer(
  { jobs, deferred }: Pick<Platform, 'jobs' | 'deferred'>,
  tx: Tx,
  appealId: string,
): Promise<void> {
  await jobs.add(tx, 'moderation.tell-answer', { appealId });
  await deferred.emit(tx, 'moderation.appeal-answered', [{ appealId }]);
}

const takenBack = "This decision doesn't stand anymore, so nobody needed to judge your appeal.";

/** Ends a ban whose decision no longer stands; the previous ban takes its place if its decision stands and it isn't over. */
async function undoBan(
  platform: Platform,
  tx: Tx,
  { row, communityId, userId, byId }: { row: DecisionRow; communityId: string; userId: string; byId: string },
  effects: Effects,
): Promise<void> {
  const others = await listBans(tx, { userId, communityId });
  if (others.some(({ id }) => id > row.id)) return;
  const before = inForce(others, platform.clock.now());
  if (!before) return void (await unbanMember(platform, tx, { communityId, userId, byId, restore: true }, effects));
  const { decided_by, created_at: createdAt, until, text } = before;
  if (!(await lockCommunityById(tx, communityId))) return;
  await updateBan(tx, { communityId, userId, byId: decided_by, createdAt, until, text });
}

/** Undoes a standing decision, with everything it did. The person must be locked. @returns whether it stood */
export async function undoDecision(
  moderation: Moderation,
  tx: Tx,
  row: DecisionRow,
  given: { state: 'overturned' | 'lifted'; byId: string | null },
  effects: Effects,
): Promise<boolean> {
  const { platform, things, messages } = moderation;
  if (!(await settle(moderation, tx, row.id, given))) return false;
  const { action, kind, thing_id: id, user_id: userId, community_id: communityId } = row;
  if (action === 'remove' && kind !== null && id !== null) {
    await things.get(kind)?.restore?.(tx, id);
  }
  if (action === 'suspend' && userId !== null) await suspend(moderation, tx, userId, effects);
  if (action === 'ban' && userId !== null && communityId !== null && given.byId !== null) {
    await messages.restoreSent(tx, { senderId: userId, decisionId: row.id });
    await undoBan(platform, tx, { row, communityId, userId, byId: given.byId }, effects);
  }
  const subject = userId === null ? null : { kind: 'user', id: userId };
  await audit(tx, { actorId: given.byId, action: `decision.${given.state}`, subject, text: row.id });
  await platform.deferred.emit(tx, 'moderation.judged', [{ decisionId: row.id }]);
  return true;
}

const removedThere = 'Removed by the people who run this community.';
const removedBySite = "Removed by the site's moderators.";

/** Content that a moderator removes directly, without a report. */
interface Moderated extends Pick<NewDecision, 'kind' | 'thingId' | 'communityId' | 'text' | 'byId'> {
  authorId: string | null;
  afterCommit: (effect: () => void) => void;
}

async function removeModerated(
  moderation: Moderation,
  tx: Tx,
  { authorId: userId, afterCommit, ...given }: Moderated,
): Promise<void> {
  const effects: Effects = [];
  await makeDecision(moderation, tx, { action: 'remove', userId, rule: null, until: null, ...given }, effects);
  for (const effect of effects) afterCommit(effect);
}

/** Makes a decision of every ban that concerns somebody, whichever call made it, and of everything that moderators remove directly. */
export function subscribeDecisions(moderation: Moderation): void {
  const { platform, messages } = moderation;
  const { events, clock, newId } = platform;

  events.on('community.member-banned', async (tx, banned) => {
    const { communityId, userId, byId, until, text, deleteMessages } = banned;
    const row: DecisionRow = {
      id: newId(),
      action: 'ban',
      kind: null,
      thing_id: null,
      user_id: userId,
      community_id: communityId,
      rule: null,
      rule_text: null,
      text,
      until,
      created_at: clock.now(),
      decided_by: byId,
      state: 'standing',
    };
    const last = (await listBans(tx, { userId, communityId })).at(-1);
    const known = last && isRepeated(last, row) ? last : undefined;
    const removal = { text, rule: null, decision_id: (known ?? row).id, rule_text: null };
    const roomIds = deleteMessages ? await withThreads(tx, await channelIdsOf(tx, communityId)) : [];
    const sent = { senderId: userId, roomIds };
    const ban = { ...banned, removedMessages: await messages.removeSent(tx, sent, removal) };
    if (known || !concernsBanned(ban)) return;
    await insertDecision(tx, row);
    if (mailsBanned(ban)) await tell(moderation, tx, row);
    else await note(tx, row);
  });

  events.on('posts.moderated', async (tx, { postId: thingId, ...moderated }) => {
    await removeModerated(moderation, tx, { kind: 'post', thingId, text: removedThere, ...moderated });
  });

  events.on('comments.moderated', async (tx, { commentId: thingId, isByCommunity, ...moderated }) => {
    const text = isByCommunity ? removedThere : removedBySite;
    await removeModerated(moderation, tx, { kind: 'comment', thingId, text, ...moderated });
  });

  events.on('messages.moderated', async (tx, { messageId: thingId, ...moderated }) => {
    await removeModerated(moderation, tx, { kind: 'message', thingId, text: removedThere, ...moderated });
  });

  events.on('community.member-unbanned', async (tx, { communityId, userId, byId, restore }) => {
    // Overturning concerns one ban; lifting, all of them.
    if (restore) return;
    for (const { id } of await listBans(tx, { userId, communityId })) {
      if (!(await settle(moderation, tx, id, { state: 'lifted', byId }))) continue;
      await platform.deferred.emit(tx, 'moderation.judged', [{ decisionId: id }]);
      await audit(tx, { actorId: byId, action: 'decision.lifted', subject: { kind: 'user', id: userId }, text: id });
    }
  });
}

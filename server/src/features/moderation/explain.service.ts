import { type ExplainedKind, explainedActions } from '@hubbub/contract/features/moderation/explain.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { type ExplainedPerson, explainLockout, isLapsed, noUser } from '#features/accounts/public.ts';
import { noComment } from '#features/comments/public.ts';
import { noCommunity, noPost } from '#features/posts/public.ts';
import { refusalOf } from '#features/site/public.ts';
import { invalid, notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findAsked } from './explain.queries.ts';
import { mayAskAbout, mayAskWhy } from './moderation.rules.ts';
import { moderatorAs } from './reports.service.ts';

/** Why somebody may or may not do something. */
interface Explanation {
  /** The obstacles, each with what to do about it. Empty: the call is allowed. */
  obstacles: string[];
  /** Otherwise, what allows it. */
  grounds: string[];
}

/**
 * The explanations of one kind of thing. Features export one or more from their public.ts, and app/moderation-ports.ts collects them;
 * several may have actions of the same kind, because a call can belong to a later feature than its thing. They use the same rules and
 * conditions as the calls.
 */
export interface Explainable {
  kind: ExplainedKind;
  /** A thing, named as in reports, that the asker may ask about: one they could find out about anyway. */
  find?(
    id: string,
    asker: { userId: string; isOnTeam: boolean },
  ): Promise<{ id: string; communityId: string | null } | undefined>;
  actions: Readonly<Record<string, (person: ExplainedPerson, id: string) => Promise<Explanation>>>;
}

/** Explains an action; `GET /v1/explain`. */
export type Explain = (
  session: Pick<Session, 'userId'>,
  asked: { username: string; kind: ExplainedKind; id: string; action: string },
) => Promise<{ allowed: boolean; because: string[] }>;

const noThing: Record<ExplainedKind, string> = {
  community: noCommunity,
  channel: 'Channel not found.',
  post: noPost,
  comment: noComment,
  message: "Message not found. It may have been deleted, or it's in a conversation that you're not in.",
  user: noUser,
};

/** Combines all features' explanations. @throws {Error} if an action of the contract is missing */
export function openExplain(platform: Platform, explainables: readonly Explainable[]): Explain {
  const ofKind = Map.groupBy(explainables, ({ kind }) => kind);
  const finders = new Map(explainables.flatMap(({ kind, find }) => (find ? [[kind, find] as const] : [])));
  const explainerOf = (kind: ExplainedKind, action: string) =>
    ofKind.get(kind)?.find(({ actions }) => Object.hasOwn(actions, action))?.actions[action];
  for (const [kind, actions] of Object.entries(explainedActions) as [ExplainedKind, readonly string[]][]) {
    const missing = actions.find((action) => !explainerOf(kind, action));
    if (missing !== undefined) throw new Error(`moderation-ports.ts: nothing explains "${missing}" of "${kind}"`);
  }

  return async ({ userId }, { username, kind, id, action }) => {
    const { kysely } = platform.db;
    const { standing, person } = await findAsked(kysely, { username, askerId: userId });
    const isOnTeam = standing !== null;
    const thing = await finders.get(kind)?.(id, { userId, isOnTeam });
    if (!thing) throw notFound(noThing[kind]);
    const asker = await moderatorAs(kysely, { userId, standing }, isOnTeam ? null : thing.communityId);
    if (!mayAskWhy(asker, thing)) throw await refusalOf(kysely, userId, 'moderator');
    const explainer = explainerOf(kind, action);
    if (!explainer) throw invalid({ action: `Choose one of these: ${explainedActions[kind].join(', ')}.` });
    if (!person || isLapsed(person, platform.clock.now(), limits.activation.days) || !mayAskAbout(asker, person)) {
      throw notFound(noUser);
    }
    const name = person.name ?? `@${person.username}`;
    const lockout = explainLockout(platform, person, { name, isForTeam: isOnTeam });
    const { id: personId, created_at, site_role } = person;
    const { obstacles, grounds } = await explainer({ id: personId, name, created_at, site_role }, thing.id);
    const all = lockout === undefined ? obstacles : [lockout, ...obstacles];
    return all.length === 0 ? { allowed: true, because: grounds } : { allowed: false, because: all };
  };
}

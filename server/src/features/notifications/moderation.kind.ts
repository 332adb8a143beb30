import { seesEverybody } from '#features/communities/public.ts';
import { hasTeamBesides, isOnTeam } from '#features/site/public.ts';
import { and, builder, eb, exists, type Id, not, or, row } from '#platform/database/expressions.ts';
import { excerptOf, type Notification, type NotificationKind } from './notification.kind.ts';
import { reportedAs, reportSentence } from './notifications.rules.ts';

const decisionOf = (own: Notification) => eb.selectFrom('decisions').where('decisions.id', '=', own.decision_id);

const asText = (id: Id) => eb.cast<string>(id, 'text');

/** The answered appeal that a notification is about, if it isn't about the decision itself. */
const answeredIn = (own: Notification) =>
  eb
    .selectFrom('appeals')
    .where('appeals.decision_id', '=', own.decision_id)
    .where((appeal) => appeal(asText(row('appeals').id), '=', own.subject))
    .where('appeals.state', '<>', 'open');

/** A decision about a person while it stands; and the answer to their appeal, whatever it is. */
const decided: Omit<NotificationKind, 'sentence'> = {
  thing: (own) =>
    or(
      exists(
        decisionOf(own)
          .where((decision) => decision(asText(row('decisions').id), '=', own.subject))
          .where('decisions.user_id', '=', own.user_id)
          .where('decisions.state', '=', 'standing'),
      ),
      exists(answeredIn(own).where('appeals.user_id', '=', own.user_id)),
    ),
  excerpt: (own) => {
    const answer = answeredIn(own).select(excerptOf(row('appeals').answer));
    return builder.selectNoFrom(
      eb.fn.coalesce(answer, decisionOf(own).select(excerptOf(row('decisions').text))).as('excerpt'),
    );
  },
  link: () => '/decisions',
};

/** @param said what's said of the decision itself */
const orAnswer =
  (said: NotificationKind['sentence']): NotificationKind['sentence'] =>
  (people, facts) =>
    facts.isAnswer ? 'Your appeal was answered' : said(people, facts);

/** Reports, decisions and appeals. */
export const moderationKinds = {
  warning: { ...decided, sentence: orAnswer(() => 'The moderators sent you a warning') },
  removed: { ...decided, sentence: orAnswer(() => 'The moderators removed something you wrote') },
  banned: {
    ...decided,
    sentence: orAnswer((_, { communityName }) => `You were banned from ${communityName ?? 'a community'}`),
  },
  report_decided: {
    thing: (own) =>
      exists(eb.selectFrom('reports').where('reports.id', '=', own.report_id).where('reports.state', '=', 'decided')),
    sentence: (_, facts) => {
      const thing = reportedAs(facts);
      return thing === undefined ? 'We looked at your report' : `We looked at your report of ${thing}`;
    },
    link: () => '/notifications',
  },
  report: {
    thing: (own) => {
      const reports = row('reports');
      return exists(
        eb
          .selectFrom('reports')
          .where('reports.id', '=', own.report_id)
          .where('reports.state', '=', 'open')
          .where('reports.author_id', 'is distinct from', own.user_id)
          .where(
            or(
              isOnTeam(own.user_id),
              and(
                not(reports.escalated),
                eb(reports.community_id, 'is not', null),
                seesEverybody(reports.community_id, own.user_id),
              ),
            ),
          ),
      );
    },
    sentence: (_, facts) => reportSentence(facts),
    link: ({ isOnTeam, communityHandle, reported }) => {
      const queue = isOnTeam || communityHandle === null ? '/site/reports' : `/community/${communityHandle}/settings`;
      return reported === null ? queue : `${queue}?report=${reported.report_id}`;
    },
  },
  appeal: {
    thing: (own) =>
      exists(
        eb
          .selectFrom('appeals')
          .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
          .where('decisions.id', '=', own.decision_id)
          .where('appeals.state', '=', 'open')
          .where('appeals.user_id', '<>', own.user_id)
          .where(isOnTeam(own.user_id))
          .where((where) =>
            where.or([
              where('decisions.decided_by', 'is distinct from', own.user_id),
              not(hasTeamBesides(row('decisions').decided_by, row('appeals').user_id)),
            ]),
          ),
      ),
    sentence: () => 'An appeal is waiting for you',
    link: () => '/site/appeals',
  },
} satisfies Record<string, NotificationKind>;

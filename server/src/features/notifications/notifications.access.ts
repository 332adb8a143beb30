import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import { commentVisibleTo } from '#features/comments/public.ts';
import { isMemberOf, seesEverybody } from '#features/communities/public.ts';
import { postVisibleTo } from '#features/posts/public.ts';
import { inFeedOf } from '#features/relations/public.ts';
import { isMentionedIn } from '#features/rich-text/public.ts';
import { mentionsOf, readable, tellsOf } from '#features/rooms/public.ts';
import { hasTeamBesides, isOnTeam } from '#features/site/public.ts';
import {
  and,
  byKey,
  type Condition,
  eb,
  exists,
  type Id,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';

type Notification = Row<'notifications'>;

interface Access {
  /** Whether the person may now see the thing that a notification is about. */
  thing: (own: Notification) => Condition;
  /** Whether an actor still counts, for example because their vote stands. Left out: the type has no actors. */
  actor?: (own: Notification, actor: Id) => Condition;
  /** Whether the notification means nothing without any actor. */
  needsActor?: true;
}

const [always, never] = [eb.lit(true), eb.lit(false)];

const decided: Access = {
  thing: (own) =>
    exists(
      eb
        .selectFrom('decisions')
        .where('decisions.id', '=', own.decision_id)
        .where('decisions.user_id', '=', own.user_id)
        .where('decisions.state', '=', 'standing'),
    ),
};

const postOf = (own: Notification) => eb.selectFrom('posts').where('posts.id', '=', own.post_id);

const postIs = (own: Notification, ...conditions: Condition[]): Condition =>
  exists(postOf(own).where(and(postVisibleTo(row('posts'), own.user_id), ...conditions)));

/** The comment that a notification is about. */
const commentOf = (own: Notification) => eb.selectFrom('comments').where('comments.id', '=', own.comment_id);

const seesComment = (own: Notification): Condition => commentVisibleTo(row('comments'), own.user_id);

/** The room of the message that a notification is about. */
const roomOf = (own: Notification): Id => eb.fn.coalesce(own.channel_id, own.conversation_id);

/** Whether the person can read the message that a notification is about, and hasn't muted its room. */
const messageIs = (own: Notification, condition: (message: Row<'messages'>) => Condition = () => always): Condition =>
  exists(
    eb
      .selectFrom('rooms as place')
      .innerJoin('messages as told', (on) =>
        on.onRef('told.room_id', '=', 'place.id').on('told.id', '=', own.message_id),
      )
      .crossJoinLateral(readable(row('rooms', 'place').id, own.user_id).as('readable'))
      .leftJoin('room_members as chosen', (on) =>
        on.onRef('chosen.room_id', '=', 'place.id').on('chosen.user_id', '=', own.user_id),
      )
      .where('place.id', '=', roomOf(own))
      .whereRef('told.id', '>', 'readable.since')
      .where('told.removal', 'is', null)
      .where('told.deleted_at', 'is', null)
      .where(tellsOf(row('rooms', 'place'), row('room_members', 'chosen'), own.user_id))
      .where(condition(row('messages', 'told'))),
  );

/** A condition for notifications about messages, and another for all others. */
const ofMessageOr = (own: Notification, ofMessage: Condition, otherwise: Condition): Condition =>
  eb.case().when(own.message_id, 'is not', null).then(ofMessage).else(otherwise).end();

const ownCommentIs = (own: Notification): Condition =>
  and(postIs(own), exists(commentOf(own).where('comments.author_id', '=', own.user_id).where(seesComment(own))));

const mentions = (of: 'posts' | 'comments', own: Notification): Condition =>
  isMentionedIn(row(of).mentions, own.user_id);

/** Whether an actor wrote the text that mentions the reader: the comment if there's one, or else the post. */
const mentionsReader = (own: Notification, actor: Id): Condition =>
  eb
    .case()
    .when(own.comment_id, 'is', null)
    .then(exists(postOf(own).where('posts.author_id', '=', actor).where(mentions('posts', own))))
    .else(
      exists(
        commentOf(own).where('comments.author_id', '=', actor).where(seesComment(own)).where(mentions('comments', own)),
      ),
    )
    .end();

const accessOf: Record<NotificationType, Access> = {
  comment: {
    thing: (own) => postIs(own),
    actor: (own, actor) => exists(commentOf(own).where('comments.author_id', '=', actor).where(seesComment(own))),
    needsActor: true,
  },
  reply: {
    thing: (own) => postIs(own),
    actor: (own, actor) =>
      exists(
        commentOf(own)
          .innerJoin('comments as answered', 'answered.id', 'comments.reply_to')
          .where('comments.author_id', '=', actor)
          .where('answered.author_id', '=', own.user_id)
          .where(seesComment(own)),
      ),
    needsActor: true,
  },
  mention: {
    thing: (own) => ofMessageOr(own, messageIs(own), postIs(own)),
    actor: (own, actor) =>
      ofMessageOr(
        own,
        messageIs(own, (message) =>
          and(eb(message.sender_id, '=', actor), mentionsOf(message.room_id, message.id, own.user_id)),
        ),
        mentionsReader(own, actor),
      ),
    needsActor: true,
  },
  reaction: {
    thing: (own) =>
      ofMessageOr(
        own,
        messageIs(own, (message) => eb(message.sender_id, '=', own.user_id)),
        ownCommentIs(own),
      ),
    actor: (own, actor) =>
      ofMessageOr(
        own,
        exists(
          eb
            .selectFrom('message_reactions as given')
            .where('given.message_id', '=', own.message_id)
            .where('given.user_id', '=', actor),
        ),
        exists(
          eb
            .selectFrom('comment_reactions as given')
            .where('given.comment_id', '=', own.comment_id)
            .where('given.user_id', '=', actor),
        ),
      ),
    needsActor: true,
  },
  vote: {
    thing: (own) => postIs(own),
    actor: (own, actor) =>
      exists(
        eb
          .selectFrom('post_votes')
          .where('post_votes.post_id', '=', own.post_id)
          .where('post_votes.user_id', '=', actor)
          .where('post_votes.value', '=', 1),
      ),
    needsActor: true,
  },
  follow: {
    thing: () => always,
    actor: (own, actor) =>
      exists(
        eb
          .selectFrom('follows')
          .where('follows.follower_id', '=', actor)
          .where('follows.followee_id', '=', own.user_id),
      ),
    needsActor: true,
  },
  community_post: {
    thing: (own) => postIs(own, isMemberOf(row('posts').community_id, own.user_id)),
    actor: () => always,
    needsActor: true,
  },
  announcement: { thing: (own) => postIs(own) },
  invite: { thing: () => always, actor: () => always, needsActor: true },
  role: {
    thing: (own) =>
      exists(
        eb
          .selectFrom('community_role_holders as held')
          .where('held.community_id', '=', own.community_id)
          .where('held.user_id', '=', own.user_id)
          .where('held.role_id', '=', own.role_id),
      ),
    actor: () => always,
  },
  warning: decided,
  removed: decided,
  banned: decided,
  report_decided: {
    thing: (own) =>
      exists(eb.selectFrom('reports').where('reports.id', '=', own.report_id).where('reports.state', '=', 'decided')),
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
  },
  security: {
    thing: (own) =>
      exists(
        eb
          .selectFrom('security_log')
          .where('security_log.user_id', '=', own.user_id)
          .where('security_log.id', '=', eb.cast<string>(own.subject, 'uuid')),
      ),
  },
};

const types = Object.entries(accessOf) as [NotificationType, Access][];

/** The types that need no actor. */
const withoutActor = types.flatMap(([type, access]) => (access.needsActor ? [] : [type]));

/**
 * The condition that `of` picks from the access of a row's type. PostgreSQL prepares all the types' conditions whenever a statement runs,
 * and goes through them for each row, so pass the type if it's known. The `case` keeps it from turning conditions into joins, which would
 * cost more than they save for the few rows of a page.
 */
function byType(own: Notification, of: (access: Access) => Condition, only?: NotificationType): Condition {
  const cases = types
    .filter(([type]) => only === undefined || type === only)
    .map(([type, access]) => sql`when ${sql.lit(type)} then ${of(access)}`);
  return sql<boolean>`case ${own.type} ${sql.join(cases, sql` `)} else false end`;
}

/** Whether a notification of this type means nothing without any actor. */
export const needsActor = (type: NotificationType): boolean => accessOf[type].needsActor === true;

/** Whether an actor is named in a notification: what they did still counts, and the receiver sees and hasn't muted them. */
export const actorShownIn = (own: Notification, users: Row<'users'>, only?: NotificationType): Condition =>
  and(
    isActivated(users),
    inFeedOf(own.user_id, users.id),
    byType(own, ({ actor }) => actor?.(own, users.id) ?? never, only),
  );

/** Whether the person wants a notification in their list. */
export const isWanted = (own: Notification): Condition => {
  const type: Value<SettingType> = own.type;
  const hidden = eb
    .selectFrom('notification_settings as chosen')
    .where('chosen.user_id', '=', own.user_id)
    .where(eb(type, '=', eb.fn.any<SettingType>(row('notification_settings', 'chosen').hidden_types)));
  return not(exists(hidden));
};

/** Whether the person may now see a notification. */
export const isAboutSeen = (own: Notification, only?: NotificationType): Condition =>
  byType(own, ({ thing }) => thing(own), only);

/** Whether a person may now be notified in any way: they may see what the notification is about, and they see an actor, if it needs one. */
export const isTellable = (own: Notification, only?: NotificationType): Condition =>
  and(
    isAboutSeen(own, only),
    or(
      eb(own.type, 'in', withoutActor),
      exists(
        eb
          .selectFrom('users')
          .where('users.id', '=', eb.fn.any<string>(own.actors))
          .where(actorShownIn(own, row('users'), only))
          .offset(byKey),
      ),
    ),
  );

/** Whether a notification is in its person's list now. Lists and counts check it each time. */
export const isShown = (own: Notification, only?: NotificationType): Condition =>
  and(isWanted(own), isTellable(own, only));

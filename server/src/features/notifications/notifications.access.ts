import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { isActivatedText } from '#features/accounts/public.ts';
import { commentVisibleTo } from '#features/comments/public.ts';
import { isMemberOfText, seesEverybodyText } from '#features/communities/public.ts';
import { postVisibleToText } from '#features/posts/public.ts';
import { inFeedOfText } from '#features/relations/public.ts';
import { mentionsOfText, readableText, tellsOfText } from '#features/rooms/public.ts';
import { hasTeamBesidesText, isOnTeamText } from '#features/site/public.ts';
import { isMentionedIn } from '#features/texts/public.ts';

interface Access {
  /** Whether the person may see what a notification is about now: a condition on a row of notifications. */
  thing: (row: string) => string;
  /** Whether somebody still did it: a condition on the row and an expression whose value is their id. Left out: nobody did it. */
  actor?: (row: string, actor: string) => string;
  /** Whether it's about somebody, so that nothing is left to tell without them. */
  needsActor?: true;
}

const decided: Access = {
  thing: (row) => `exists (select from decisions where decisions.id = ${row}.decision_id
    and decisions.user_id = ${row}.user_id and decisions.state = 'standing')`,
};

const postIs = (row: string, condition = 'true') => `exists (select from posts
  where posts.id = ${row}.post_id and ${postVisibleToText('posts', `${row}.user_id`)} and ${condition})`;

/** The room of the message that a notification is about. */
const roomOf = (row: string) => `coalesce(${row}.channel_id, ${row}.conversation_id)`;

/** Whether its person reads the message that a notification is about, and hasn't muted its room. */
const messageIs = (row: string, condition: (message: string) => string = () => 'true'): string =>
  `exists (select from rooms place join messages told on told.room_id = place.id and told.id = ${row}.message_id
      cross join lateral (${readableText('place.id', `${row}.user_id`)}) readable
      left join room_members chosen on chosen.room_id = place.id and chosen.user_id = ${row}.user_id
    where place.id = ${roomOf(row)} and told.id > readable.since and told.removal is null and told.deleted_at is null
      and ${tellsOfText('place', 'chosen')} and ${condition('told')})`;

const ofMessageOr = (row: string, ofMessage: string, otherwise: string): string =>
  `case when ${row}.message_id is not null then ${ofMessage} else ${otherwise} end`;

const ownCommentIs = (row: string): string =>
  `(${postIs(row)} and exists (select from comments where comments.id = ${row}.comment_id
    and comments.author_id = ${row}.user_id and ${commentVisibleTo('comments', `${row}.user_id`)}))`;

/** Whether an actor wrote what mentions its reader: the comment if there's one, or else the post. */
const mentionsReader = (row: string, actor: string) => `case when ${row}.comment_id is null then exists (
    select from posts where posts.id = ${row}.post_id and posts.author_id = ${actor}
      and ${isMentionedIn('posts.mentions', `${row}.user_id`)})
  else exists (select from comments where comments.id = ${row}.comment_id and comments.author_id = ${actor}
      and ${commentVisibleTo('comments', `${row}.user_id`)} and ${isMentionedIn('comments.mentions', `${row}.user_id`)}) end`;

const accessOf: Record<NotificationType, Access> = {
  comment: {
    thing: (row) => postIs(row),
    actor: (row, actor) => `exists (select from comments where comments.id = ${row}.comment_id
      and comments.author_id = ${actor} and ${commentVisibleTo('comments', `${row}.user_id`)})`,
    needsActor: true,
  },
  reply: {
    thing: (row) => postIs(row),
    actor: (row, actor) => `exists (select from comments join comments answered on answered.id = comments.reply_to
      where comments.id = ${row}.comment_id and comments.author_id = ${actor} and answered.author_id = ${row}.user_id
        and ${commentVisibleTo('comments', `${row}.user_id`)})`,
    needsActor: true,
  },
  mention: {
    thing: (row) => ofMessageOr(row, messageIs(row), postIs(row)),
    actor: (row, actor) =>
      ofMessageOr(
        row,
        messageIs(
          row,
          (message) =>
            `${message}.sender_id = ${actor} and ${mentionsOfText(`${message}.room_id`, `${message}.id`, `${row}.user_id`)}`,
        ),
        mentionsReader(row, actor),
      ),
    needsActor: true,
  },
  reaction: {
    thing: (row) =>
      ofMessageOr(
        row,
        messageIs(row, (message) => `${message}.sender_id = ${row}.user_id`),
        ownCommentIs(row),
      ),
    actor: (row, actor) =>
      ofMessageOr(
        row,
        `exists (select from message_reactions given where given.message_id = ${row}.message_id and given.user_id = ${actor})`,
        `exists (select from comment_reactions given where given.comment_id = ${row}.comment_id and given.user_id = ${actor})`,
      ),
    needsActor: true,
  },
  vote: {
    thing: (row) => postIs(row),
    actor: (row, actor) => `exists (select from post_votes
      where post_votes.post_id = ${row}.post_id and post_votes.user_id = ${actor} and post_votes.value = 1)`,
    needsActor: true,
  },
  follow: {
    thing: () => 'true',
    actor: (row, actor) => `exists (select from follows
      where follows.follower_id = ${actor} and follows.followee_id = ${row}.user_id)`,
    needsActor: true,
  },
  community_post: {
    thing: (row) => postIs(row, isMemberOfText('posts.community_id', `${row}.user_id`)),
    actor: () => 'true',
    needsActor: true,
  },
  announcement: { thing: (row) => postIs(row) },
  invite: { thing: () => 'true', actor: () => 'true', needsActor: true },
  role: {
    thing: (row) => `exists (select from community_role_holders held where held.community_id = ${row}.community_id
      and held.user_id = ${row}.user_id and held.role_id = ${row}.role_id)`,
    actor: () => 'true',
  },
  warning: decided,
  removed: decided,
  banned: decided,
  report_decided: {
    thing: (row) => `exists (select from reports where reports.id = ${row}.report_id and reports.state = 'decided')`,
  },
  report: {
    thing: (row) => `exists (select from reports where reports.id = ${row}.report_id and reports.state = 'open'
      and reports.author_id is distinct from ${row}.user_id and (${isOnTeamText(`${row}.user_id`)}
        or (not reports.escalated and reports.community_id is not null
          and ${seesEverybodyText('reports.community_id', `${row}.user_id`)})))`,
  },
  appeal: {
    thing: (row) => `exists (select from appeals join decisions on decisions.id = appeals.decision_id
      where decisions.id = ${row}.decision_id and appeals.state = 'open' and appeals.user_id <> ${row}.user_id
        and ${isOnTeamText(`${row}.user_id`)} and (decisions.decided_by is distinct from ${row}.user_id
          or not ${hasTeamBesidesText('decisions.decided_by', 'appeals.user_id')}))`,
  },
  security: {
    thing: (row) => `exists (select from security_log where security_log.user_id = ${row}.user_id
      and security_log.id = ${row}.subject::uuid)`,
  },
};

const types = Object.entries(accessOf) as [NotificationType, Access][];

/** The types of which something is left to tell without anybody. */
const withoutActor = types.flatMap(([type, access]) => (access.needsActor ? [] : [type]));

/**
 * What `of` says of the access that a row's type has. PostgreSQL prepares all the types' conditions whenever a statement runs, and goes
 * through them for each row: whoever knows the type names it. The `case` keeps it from turning conditions into joins, which cost more
 * than they'd save for the few rows of a page.
 */
const byType = (row: string, of: (access: Access) => string, only?: NotificationType): string =>
  `case ${row}.type ${types
    .filter(([type]) => only === undefined || type === only)
    .map(([type, access]) => `when '${type}' then ${of(access)}`)
    .join('\n')} else false end`;

/** Whether nothing is left to tell of a type without somebody who did it. */
export const needsActor = (type: NotificationType): boolean => accessOf[type].needsActor === true;

/** Whether a person who did what a notification is about is named in it: they still did it, and the receiver sees and hasn't muted them. */
export const actorShownIn = (row: string, users: string, only?: NotificationType): string =>
  `(${isActivatedText(users)} and ${inFeedOfText(`${row}.user_id`, `${users}.id`)}
    and ${byType(row, ({ actor }) => actor?.(row, `${users}.id`) ?? 'false', only)})`;

/** Whether its person wants a notification to be listed: a condition on a row of them. */
export const isWanted = (row: string): string => `not exists (select from notification_settings chosen
  where chosen.user_id = ${row}.user_id and ${row}.type = any(chosen.hidden_types))`;

/** Whether a person may see what a notification is about at this moment. */
export const isAboutSeen = (row: string, only?: NotificationType): string =>
  byType(row, ({ thing }) => thing(row), only);

/**
 * Whether a person may be told of a notification at this moment, in whatever way: they may see what it's about, and somebody whom they see
 * did it.
 */
export const isTellable = (row: string, only?: NotificationType): string =>
  `(${isAboutSeen(row, only)} and (${row}.type = any('{${withoutActor.join(',')}}')
    or exists (select from users where users.id = any(${row}.actors) and ${actorShownIn(row, 'users', only)} offset 0)))`;

/** Whether a notification is listed for its person at this moment. Lists and counts ask it each time. */
export const isShown = (row: string, only?: NotificationType): string =>
  `(${isWanted(row)} and ${isTellable(row, only)})`;

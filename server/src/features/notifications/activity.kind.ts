import { commentVisibleTo } from '#features/comments/public.ts';
import { isMemberOf } from '#features/communities/public.ts';
import { postVisibleTo } from '#features/posts/public.ts';
import { isMentionedIn } from '#features/rich-text/public.ts';
import { mentionsOf, readable, tellsOf } from '#features/rooms/public.ts';
import { and, type Condition, eb, exists, type Id, type Row, row } from '#platform/database/expressions.ts';
import { excerptOf, type Notification, type NotificationKind } from './notification.kind.ts';
import { type Facts, linkOfPerson, linkOfRoom, placeOf } from './notifications.rules.ts';

const always = eb.lit(true);

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

const ofPost = (own: Notification) => postOf(own).select(excerptOf(row('posts').content));
const ofComment = (own: Notification) =>
  commentOf(own)
    .where(seesComment(own))
    .select(excerptOf(row('comments').content));
const ofCommentOrPost = (own: Notification) =>
  eb.case().when(own.comment_id, 'is', null).then(ofPost(own)).else(ofComment(own)).end();

const post = ({ postId }: Facts) => `/posts/${postId}`;
const commentOrPost = (facts: Facts) =>
  facts.commentId === null ? post(facts) : `${post(facts)}?comment=${facts.commentId}`;
const messageOrPost = (facts: Facts) => (facts.messageId === null ? commentOrPost(facts) : linkOfRoom(facts));

/** What people do with each other's posts, comments and messages, and who follows whom. */
export const activityKinds = {
  comment: {
    thing: (own) => postIs(own),
    actor: (own, actor) => exists(commentOf(own).where('comments.author_id', '=', actor).where(seesComment(own))),
    needsActor: true,
    excerpt: ofComment,
    sentence: (people) => `${people} commented on your post`,
    link: commentOrPost,
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
    excerpt: ofComment,
    sentence: (people) => `${people} replied to your comment`,
    link: commentOrPost,
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
    excerpt: ofCommentOrPost,
    sentence: (people, facts) => `${people} mentioned you in ${placeOf(facts)}`,
    link: messageOrPost,
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
    excerpt: ofComment,
    sentence: (people, { messageId }) => `${people} reacted to your ${messageId === null ? 'comment' : 'message'}`,
    link: messageOrPost,
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
    excerpt: ofPost,
    sentence: (people) => `${people} liked your post`,
    link: post,
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
    sentence: (people) => `${people} followed you`,
    link: linkOfPerson,
  },
  community_post: {
    thing: (own) => postIs(own, isMemberOf(row('posts').community_id, own.user_id)),
    actor: () => always,
    needsActor: true,
    excerpt: ofPost,
    sentence: (people, { communityName }) => `${people} posted in ${communityName ?? 'a community'}`,
    link: post,
  },
  announcement: {
    thing: (own) => postIs(own),
    excerpt: ofPost,
    sentence: () => "The site's team announced something",
    link: post,
  },
} satisfies Record<string, NotificationKind>;

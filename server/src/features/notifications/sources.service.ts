import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { listReporters } from '#features/moderation/public.ts';
import type { DeferredEventMap } from '#platform/events/deferred.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { subscribeToMessages } from './message-sources.service.ts';
import './notifications.events.ts';
import { batchSize, type NewNotification, notify, notifyBatch } from './notifications.service.ts';
import { subscribeToSight } from './sight.service.ts';
import {
  type CommentFacts,
  findAnnouncedPost,
  findAnswered,
  findComments,
  findCommunityPost,
  findDecisions,
  findMentioningPosts,
  findVotes,
  listDeciders,
  listMembersAfter,
  listPeopleAfter,
  listTeam,
} from './sources.queries.ts';

const typeOfDecision: Record<string, NotificationType> = { warn: 'warning', remove: 'removed', ban: 'banned' };
/** Whoever is suspended can't be notified of that, but of the answer to their appeal once they're back. */
const typeOfAnswer: Record<string, NotificationType> = { ...typeOfDecision, suspend: 'warning' };

/**
 * The people to notify about a comment: mentioned people, the author of the answered comment, and the author of the post. Each is notified
 * once, for the first of these reasons.
 */
function notificationsOf(comment: CommentFacts): NewNotification[] {
  const { id, post_id: postId, author_id: actorId, community_id: communityId, mentioned } = comment;
  const about = { subject: id, actorId, postId, commentId: id, communityId };
  const { post_author_id: author, answered_id: answered } = comment;
  const isAnswered = answered !== null && !mentioned.includes(answered);
  return [
    ...mentioned.map((userId) => ({ userId, type: 'mention' as const, ...about })),
    ...(isAnswered ? [{ userId: answered, type: 'reply' as const, ...about }] : []),
    ...(mentioned.includes(author) || author === answered
      ? []
      : [{ userId: author, type: 'comment' as const, ...about }]),
  ];
}

/** Registers what an event notifies people of. */
type Source = <N extends keyof DeferredEventMap>(
  name: N,
  notificationsOf: (happened: readonly DeferredEventMap[N][]) => NewNotification[] | Promise<NewNotification[]>,
) => void;

/** Notifications about posts, comments, votes and follows. */
function subscribeToPeople({ db, deferred, events }: Platform, on: Source): void {
  const commentsOf = (happened: readonly { commentId: string }[]) =>
    findComments(
      db.kysely,
      happened.map(({ commentId }) => commentId),
    );

  on('comments.written', async (written) => (await commentsOf(written)).flatMap(notificationsOf));

  on('comments.mentioned', async (edited) => {
    const onlyOf = new Map(edited.map(({ commentId, only }) => [commentId, only]));
    return (await commentsOf(edited)).flatMap((comment) =>
      notificationsOf(comment).filter(
        ({ type, userId }) => type === 'mention' && onlyOf.get(comment.id)?.includes(userId),
      ),
    );
  });

  on('comments.reacted', async (given) => {
    const comments = new Map((await commentsOf(given)).map((comment) => [comment.id, comment]));
    return given.flatMap(({ commentId, userId: actorId }): NewNotification[] => {
      const comment = comments.get(commentId);
      if (!comment) return [];
      const { author_id: userId, post_id: postId, community_id: communityId } = comment;
      return [{ userId, type: 'reaction', subject: commentId, actorId, postId, commentId, communityId }];
    });
  });

  on('posts.mentioned', async (written) => {
    const onlyOf = new Map(written.map(({ postId, only }) => [postId, only]));
    const posts = await findMentioningPosts(db.kysely, [...onlyOf.keys()]);
    return posts.flatMap(({ id: postId, author_id: actorId, community_id: communityId, mentioned }) =>
      mentioned
        .filter((userId) => onlyOf.get(postId)?.includes(userId) ?? true)
        .map((userId) => ({ userId, type: 'mention', subject: postId, actorId, postId, communityId })),
    );
  });

  on('posts.liked', async (likes) =>
    (await findVotes(db.kysely, likes)).map((vote) => ({
      userId: vote.author_id,
      type: 'vote',
      subject: vote.post_id,
      actorId: vote.user_id,
      postId: vote.post_id,
      communityId: vote.community_id,
    })),
  );

  events.on('relations.followed', (tx, followed) => deferred.emit(tx, 'notifications.followed', [followed]));
  on('notifications.followed', (follows) =>
    follows.map(({ followerId: actorId, followeeId: userId }) => ({
      userId,
      type: 'follow',
      subject: 'followers',
      actorId,
    })),
  );
}

/** Notifications about communities, about people who joined with an invite, and about people's own accounts. */
function subscribeToPlaces({ db, deferred, events, jobs }: Platform, on: Source): void {
  events.on('account.deleted', (tx, { userId }) => jobs.add(tx, 'notifications.forget', { userId }));

  deferred.on('posts.placed', async (placed) => {
    for (const { postId } of placed) {
      const key = `tell post ${postId}`;
      await jobs.add(db.kysely, 'notifications.community-post', { postId, after: noId }, { key });
    }
  });

  on('communities.role-given', (given) =>
    given.map(({ byId: actorId, roleId, ...to }) => ({ ...to, type: 'role', subject: roleId, actorId, roleId })),
  );

  on('site.invite-used', (used) =>
    used.map(({ inviterId, userId: actorId }) => ({ userId: inviterId, type: 'invite', subject: 'invited', actorId })),
  );

  deferred.on('site.announced', async (announced) => {
    for (const { announcementId } of announced) {
      const key = `tell announcement ${announcementId}`;
      await jobs.add(db.kysely, 'notifications.announcement', { announcementId, after: noId }, { key });
    }
  });

  on('accounts.security', (happened) =>
    happened.map(({ userId, entryId }) => ({ userId, type: 'security', subject: entryId, actorId: null })),
  );
}

/** Notifications about reports, decisions and appeals. */
function subscribeToModeration({ db, deferred, jobs }: Platform, on: Source): void {
  on('moderation.decided', async (decided) => {
    const ids = decided.map(({ decisionId }) => decisionId);
    return (await findDecisions(db.kysely, ids)).flatMap((decision): NewNotification[] => {
      const type = typeOfDecision[decision.action];
      if (!type) return [];
      const { id, user_id: userId, community_id: communityId } = decision;
      return [{ userId, type, subject: id, actorId: null, decisionId: id, communityId }];
    });
  });

  on('moderation.appeal-answered', async (answered) => {
    const ids = answered.map(({ appealId }) => appealId);
    return (await findAnswered(db.kysely, ids)).flatMap((appeal): NewNotification[] => {
      const type = typeOfAnswer[appeal.action];
      if (!type) return [];
      const { id: subject, user_id: userId, decision_id: decisionId, community_id: communityId } = appeal;
      return [{ userId, type, subject, actorId: null, decisionId, communityId }];
    });
  });

  on('moderation.reported', async (reported) => {
    const ids = reported.map(({ reportId }) => reportId);
    return (await listDeciders(db.kysely, ids)).map((decider) => ({
      userId: decider.user_id,
      type: 'report',
      subject: decider.report_id,
      actorId: null,
      reportId: decider.report_id,
      communityId: decider.community_id,
    }));
  });

  deferred.on('moderation.report-answered', async (answered) => {
    for (const { reportId } of answered) {
      const key = `tell reporters ${reportId}`;
      await jobs.add(db.kysely, 'notifications.report-decided', { reportId, after: noId }, { key });
    }
  });

  on('moderation.appealed', async (appealed) => {
    const team = await listTeam(db.kysely);
    return appealed.flatMap(({ decisionId }) =>
      team.map((userId) => ({ userId, type: 'appeal', subject: decisionId, actorId: null, decisionId })),
    );
  });
}

/** All sources of notifications. */
export function subscribeNotifications(platform: Platform): void {
  const on: Source = (name, notificationsOf) =>
    platform.deferred.on(name, async (happened) => notify(platform, await notificationsOf(happened)));
  subscribeToPeople(platform, on);
  subscribeToPlaces(platform, on);
  subscribeToModeration(platform, on);
  subscribeToMessages(platform);
  subscribeToSight(platform);
}

/** Notifies some of a community's members about a post. @returns as `notifyBatch` */
export async function notifyMembers(
  platform: Platform,
  { postId, after }: { postId: string; after: string },
): Promise<string | undefined> {
  const post = await findCommunityPost(platform.db.kysely, postId);
  if (!post) return undefined;
  const { author_id: actorId, community_id: communityId, mentioned } = post;
  const members = await listMembersAfter(platform.db.kysely, communityId, after, batchSize);
  const notification = { type: 'community_post', subject: postId, actorId, postId, communityId } as const;
  // Mentioned people are notified of the mention instead.
  return await notifyBatch(platform, members, notification, mentioned);
}

/** Notifies some people of an announcement, as long as it's up. @returns as `notifyBatch` */
export async function notifyOfAnnouncement(
  platform: Platform,
  { announcementId: subject, after }: { announcementId: string; after: string },
): Promise<string | undefined> {
  const postId = await findAnnouncedPost(platform.db.kysely, subject);
  if (postId === undefined) return undefined;
  const people = await listPeopleAfter(platform.db.kysely, after, batchSize);
  // The site is the sender, so this also reaches people who have muted the author.
  return await notifyBatch(platform, people, { type: 'announcement', subject, actorId: null, postId });
}

/** Notifies some reporters of a decision. @returns as `notifyBatch` */
export async function notifyReporters(
  platform: Platform,
  { reportId, after }: { reportId: string; after: string },
): Promise<string | undefined> {
  const reporters = await listReporters(platform.db.kysely, reportId, after, batchSize);
  return await notifyBatch(platform, reporters, { type: 'report_decided', subject: reportId, actorId: null, reportId });
}

import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { listReporters } from '#features/moderation/public.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { subscribeToMessages } from './message-sources.service.ts';
import './notifications.events.ts';
import { type NewNotification, notify } from './notifications.service.ts';
import { subscribeToSight } from './sight.service.ts';
import {
  type CommentFacts,
  findAnnouncedPost,
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

/** How many people one job notifies. */
const batchSize = 500;

const typeOfDecision: Record<string, NotificationType> = { warn: 'warning', remove: 'removed', ban: 'banned' };

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

/** Notifications about posts, comments, votes and follows. */
function subscribeToPeople(platform: Platform): void {
  const { db, deferred, events } = platform;

  deferred.on('comments.written', async (written) => {
    const comments = await findComments(
      db.kysely,
      written.map(({ commentId }) => commentId),
    );
    await notify(platform, comments.flatMap(notificationsOf));
  });

  deferred.on('comments.mentioned', async (edited) => {
    const onlyOf = new Map(edited.map(({ commentId, only }) => [commentId, only]));
    const comments = await findComments(db.kysely, [...onlyOf.keys()]);
    const notifications = comments.flatMap((comment) =>
      notificationsOf(comment).filter(
        ({ type, userId }) => type === 'mention' && onlyOf.get(comment.id)?.includes(userId),
      ),
    );
    await notify(platform, notifications);
  });

  deferred.on('comments.reacted', async (given) => {
    const comments = await findComments(
      db.kysely,
      given.map(({ commentId }) => commentId),
    );
    const notifications = given.flatMap(({ commentId, userId: actorId }): NewNotification[] => {
      const comment = comments.find(({ id }) => id === commentId);
      if (!comment) return [];
      const { author_id: userId, post_id: postId, community_id: communityId } = comment;
      return [{ userId, type: 'reaction', subject: commentId, actorId, postId, commentId, communityId }];
    });
    await notify(platform, notifications);
  });

  deferred.on('posts.mentioned', async (written) => {
    const ids = written.map(({ postId }) => postId);
    const onlyOf = new Map(written.map(({ postId, only }) => [postId, only]));
    const isMeant = (postId: string, userId: string) => onlyOf.get(postId)?.includes(userId) ?? true;
    const notifications = (await findMentioningPosts(db.kysely, ids)).flatMap((post) =>
      post.mentioned
        .filter((userId) => isMeant(post.id, userId))
        .map((userId) => ({
          userId,
          type: 'mention' as const,
          subject: post.id,
          actorId: post.author_id,
          postId: post.id,
          communityId: post.community_id,
        })),
    );
    await notify(platform, notifications);
  });

  deferred.on('posts.liked', async (likes) => {
    const votes = await findVotes(db.kysely, likes);
    const notifications = votes.map((vote) => ({
      userId: vote.author_id,
      type: 'vote' as const,
      subject: vote.post_id,
      actorId: vote.user_id,
      postId: vote.post_id,
      communityId: vote.community_id,
    }));
    await notify(platform, notifications);
  });

  events.on('relations.followed', (tx, followed) => deferred.emit(tx, 'notifications.followed', [followed]));
  deferred.on('notifications.followed', async (follows) => {
    const notifications = follows.map(({ followerId, followeeId }) => ({
      userId: followeeId,
      type: 'follow' as const,
      subject: 'followers',
      actorId: followerId,
    }));
    await notify(platform, notifications);
  });
}

/** Notifications about communities, and about people who joined with an invite. */
function subscribeToPlaces(platform: Platform): void {
  const { db, deferred, events, jobs } = platform;

  events.on('account.deleted', (tx, { userId }) => jobs.add(tx, 'notifications.forget', { userId }));

  deferred.on('posts.placed', async (placed) => {
    for (const { postId } of placed) {
      await jobs.add(
        db.kysely,
        'notifications.community-post',
        { postId, after: noId },
        { key: `tell post ${postId}` },
      );
    }
  });

  deferred.on('communities.role-given', async (given) => {
    const notifications = given.map(({ communityId, userId, roleId, byId }) => ({
      userId,
      type: 'role' as const,
      subject: roleId,
      actorId: byId,
      communityId,
      roleId,
    }));
    await notify(platform, notifications);
  });

  deferred.on('site.invite-used', async (used) => {
    const notifications = used.map(({ inviterId, userId }) => ({
      userId: inviterId,
      type: 'invite' as const,
      subject: 'invited',
      actorId: userId,
    }));
    await notify(platform, notifications);
  });
}

/** Notifications about announcements. */
function subscribeToAnnouncements({ db, deferred, jobs }: Platform): void {
  deferred.on('site.announced', async (announced) => {
    for (const { announcementId } of announced) {
      await jobs.add(
        db.kysely,
        'notifications.announcement',
        { announcementId, after: noId },
        { key: `tell announcement ${announcementId}` },
      );
    }
  });
}

/** Notifications about people's own accounts. */
function subscribeToAccounts(platform: Platform): void {
  platform.deferred.on('accounts.security', async (happened) => {
    const notifications = happened.map(({ userId, entryId }) => ({
      userId,
      type: 'security' as const,
      subject: entryId,
      actorId: null,
    }));
    await notify(platform, notifications);
  });
}

/** Notifications about reports, decisions and appeals. */
function subscribeToModeration(platform: Platform): void {
  const { db, deferred, jobs } = platform;

  deferred.on('moderation.decided', async (decided) => {
    const ids = decided.map(({ decisionId }) => decisionId);
    const notifications = (await findDecisions(db.kysely, ids)).flatMap((decision): NewNotification[] => {
      const type = typeOfDecision[decision.action];
      if (!type) return [];
      const { id, user_id: userId, community_id: communityId } = decision;
      return [{ userId, type, subject: id, actorId: null, decisionId: id, communityId }];
    });
    await notify(platform, notifications);
  });

  deferred.on('moderation.reported', async (reported) => {
    const ids = reported.map(({ reportId }) => reportId);
    const notifications = (await listDeciders(db.kysely, ids)).map((decider) => ({
      userId: decider.user_id,
      type: 'report' as const,
      subject: decider.report_id,
      actorId: null,
      reportId: decider.report_id,
      communityId: decider.community_id,
    }));
    await notify(platform, notifications);
  });

  deferred.on('moderation.report-answered', async (answered) => {
    for (const { reportId } of answered) {
      await jobs.add(
        db.kysely,
        'notifications.report-decided',
        { reportId, after: noId },
        { key: `tell reporters ${reportId}` },
      );
    }
  });

  deferred.on('moderation.appealed', async (appealed) => {
    const team = await listTeam(db.kysely);
    const notifications = appealed.flatMap(({ decisionId }) =>
      team.map((userId) => ({ userId, type: 'appeal' as const, subject: decisionId, actorId: null, decisionId })),
    );
    await notify(platform, notifications);
  });
}

/** All sources of notifications. */
export function subscribeNotifications(platform: Platform): void {
  subscribeToPeople(platform);
  subscribeToPlaces(platform);
  subscribeToAnnouncements(platform);
  subscribeToModeration(platform);
  subscribeToAccounts(platform);
  subscribeToMessages(platform);
  subscribeToSight(platform);
}

/** Notifies some of a community's members about a post. @returns the last of them; undefined: nobody is left */
export async function notifyMembers(
  platform: Platform,
  { postId, after }: { postId: string; after: string },
): Promise<string | undefined> {
  const post = await findCommunityPost(platform.db.kysely, postId);
  if (!post) return undefined;
  const { author_id: actorId, community_id: communityId, mentioned } = post;
  const members = await listMembersAfter(platform.db.kysely, communityId, after, batchSize);
  const notification = { type: 'community_post' as const, subject: postId, actorId, postId, communityId };
  await notify(
    platform,
    // Mentioned people are notified of the mention instead.
    members.filter((userId) => !mentioned.includes(userId)).map((userId) => ({ userId, ...notification })),
  );
  return members.length === batchSize ? members.at(-1) : undefined;
}

/** Notifies some people of an announcement, as long as it's up. @returns the last of them; undefined: nobody is left */
export async function notifyOfAnnouncement(
  platform: Platform,
  { announcementId: subject, after }: { announcementId: string; after: string },
): Promise<string | undefined> {
  const postId = await findAnnouncedPost(platform.db.kysely, subject);
  if (postId === undefined) return undefined;
  const people = await listPeopleAfter(platform.db.kysely, after, batchSize);
  // The site is the sender, so this also reaches people who have muted the author.
  const notification = { type: 'announcement' as const, subject, actorId: null, postId };
  await notify(
    platform,
    people.map((userId) => ({ userId, ...notification })),
  );
  return people.length === batchSize ? people.at(-1) : undefined;
}

/** Notifies some reporters of a decision. @returns the last of them; undefined: nobody is left */
export async function notifyReporters(
  platform: Platform,
  { reportId, after }: { reportId: string; after: string },
): Promise<string | undefined> {
  const reporters = await listReporters(platform.db.kysely, reportId, after, batchSize);
  const notification = { type: 'report_decided' as const, subject: reportId, actorId: null, reportId };
  await notify(
    platform,
    reporters.map((userId) => ({ userId, ...notification })),
  );
  return reporters.length === batchSize ? reporters.at(-1) : undefined;
}

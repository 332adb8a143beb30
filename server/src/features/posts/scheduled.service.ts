import type { ScheduledPost, updateScheduledPost } from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { z } from 'zod';
import { findLockout, holdUser, lockUser, spendLinks } from '#features/accounts/public.ts';
import { attachMedia, discardMedia, mediaFilesOf, moveFiles, rekeyFiles } from '#features/media/public.ts';
import { indexSoon, isPreviewed, resolveMentions } from '#features/rich-text/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { HttpError, invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { emitFeedChanged } from './live.service.ts';
import { pollToStore } from './polls.service.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { audienceOfPosts, writtenOf } from './posts.queries.ts';
import { requireQuotable } from './quoting.service.ts';
import {
  countDrafts,
  deleteDraft,
  findDraft,
  insertDraft,
  listDrafts,
  lockDraft,
  type ScheduledRow,
  updateDraft,
} from './scheduled.queries.ts';
import { obstacleToPublishingAt } from './scheduled.rules.ts';
import { storePost, type WrittenPost } from './storing.service.ts';

const { perPerson, days } = limits.scheduled;
const noDraft = 'Scheduled post not found. It may have been published already.';

/** When to publish a post. @throws {HttpError} 422 for a time in the past, or too far ahead */
export function timeToPublish(given: string, now: Date): Date {
  const time = new Date(given);
  const obstacle = obstacleToPublishingAt(time, now, days);
  if (obstacle === 'past') throw invalid({ publish_at: 'Choose a time in the future.' });
  if (obstacle) throw invalid({ publish_at: 'Choose a time within a year.' });
  return time;
}

/** Queues a job that publishes a post at its time. */
async function queue({ jobs }: Platform, tx: Tx, draftId: string, publishAt: Date): Promise<void> {
  await jobs.add(tx, 'posts.publish', { draftId }, { runAt: publishAt, key: `publish-${draftId}` });
}

/**
 * Stores a post until its time, with its files.
 * @throws {HttpError} 422 if somebody has scheduled too many, 404 and 422 for a community that they can't post to now
 */
export async function scheduleDraft(
  platform: Platform,
  communities: PostCommunities,
  tx: Tx,
  {
    publishAt,
    alts,
    mediaIds,
    community,
    poll,
    ...written
  }: WrittenPost & {
    publishAt: Date;
    alts: readonly (string | null)[] | undefined;
  },
): Promise<string> {
  const { author_id: authorId } = written;
  // One after another, so that they can be counted.
  if (!(await lockUser(tx, authorId))) throw unauthenticated();
  if ((await countDrafts(tx, authorId)) >= perPerson) {
    throw invalid({ publish_at: `You can schedule at most ${perPerson} posts. Cancel one first.` });
  }
  await attachMedia(platform, tx, mediaIds, alts);
  const place = community === undefined ? undefined : await communities.enter(tx, community, authorId);
  const id = platform.newId();
  await insertDraft(tx, {
    ...written,
    ...{ id, created_at: platform.clock.now(), publish_at: publishAt },
    ...{ community_id: place?.id ?? null, community: community ?? null },
    ...{ poll: poll ? JSON.stringify(poll) : null, media_ids: [...mediaIds] },
  });
  await queue(platform, tx, id, publishAt);
  return id;
}

/** The answer for a post that has been scheduled. */
export const answerScheduled = (draftId: string, publishAt: Date) => ({
  scheduled: { draft_id: draftId, publish_at: publishAt.toISOString() },
});

/** The same for its author, as it is now. Undefined: there's no such scheduled post. */
export async function readScheduledAgain({ db }: Platform, draftId: string): Promise<SessionAnswer<object>> {
  const draft = await findDraft(db.kysely, draftId);
  return draft && { body: answerScheduled(draftId, draft.publish_at), userId: draft.author_id, stale: false };
}

/** Somebody's scheduled posts, the next one first. */
export async function listScheduled(platform: Platform, { userId }: Session): Promise<ScheduledPost[]> {
  const rows = await listDrafts(platform.db.kysely, { authorId: userId, most: perPerson });
  return await viewDrafts(platform, rows);
}

async function viewDrafts({ db }: Platform, rows: Awaited<ReturnType<typeof listDrafts>>): Promise<ScheduledPost[]> {
  const files = await mediaFilesOf(
    db.kysely,
    rows.flatMap(({ media_ids }) => media_ids),
  );
  const byId = new Map(files.map((file) => [file.file_id, file]));
  return rows.map(({ id, place, quote_id, created_at, publish_at, media_ids, ...draft }) => ({
    ...draft,
    draft_id: id,
    files: media_ids.flatMap((mediaId) => byId.get(mediaId) ?? []),
    community: place,
    quote: quote_id,
    created_at: created_at.toISOString(),
    publish_at: publish_at.toISOString(),
  }));
}

/**
 * Changes the text or the time of a scheduled post, and tries again if it couldn't be published.
 * @throws {HttpError} 404; 422 for a time that isn't in the future, or by which its poll would be over
 */
export async function updateScheduled(
  platform: Platform,
  session: Session,
  draftId: string,
  given: z.output<typeof updateScheduledPost.body>,
): Promise<ScheduledPost> {
  const { db, clock } = platform;
  const { userId, tokenHash } = session;
  const draft = isId(draftId) ? await findDraft(db.kysely, draftId) : undefined;
  if (draft?.author_id !== userId) throw notFound(noDraft);
  const { content = draft.content } = given;
  const publishAt = timeToPublish(given.publish_at ?? draft.publish_at.toISOString(), clock.now());
  if (draft.poll) pollToStore(draft.poll, publishAt);
  const refund = content === draft.content ? undefined : await spendLinks(platform, { tokenHash, content });
  const place = draft.community;
  const mentions = await resolveMentions(platform, audienceOfPosts, { tokenHash, content, place });
  try {
    await db.transaction(async (tx) => {
      if (!(await lockDraft(tx, draft.id))) throw notFound(noDraft);
      await updateDraft(tx, draft.id, { content, mentions, publish_at: publishAt, fault: null });
      await queue(platform, tx, draft.id, publishAt);
    });
  } catch (error) {
    await refund?.();
    throw error;
  }
  const rows = await listDrafts(db.kysely, { authorId: userId, id: draft.id, most: 1 });
  const [changed] = await viewDrafts(platform, rows);
  if (!changed) throw notFound(noDraft);
  return changed;
}

/** Deletes a scheduled post with its files. @throws {HttpError} 404 */
export async function cancelScheduled(platform: Platform, { userId }: Session, draftId: string): Promise<void> {
  const draft = isId(draftId) ? await findDraft(platform.db.kysely, draftId) : undefined;
  if (draft?.author_id !== userId) throw notFound(noDraft);
  await platform.db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    if (!(await lockDraft(tx, draft.id))) throw notFound(noDraft);
    await discardMedia(platform, tx, draft.media_ids);
    await deleteDraft(tx, draft.id);
  });
}

const filesGone = 'Some of its files are gone or damaged. Cancel it, and write it again.';
const lockedOut = "Your account couldn't post at that time. Choose a new time.";
const placeGone = "Its community isn't there anymore. Cancel it, and post it elsewhere.";

/**
 * Publishes a scheduled post whose time has come: in one transaction it becomes a post and stops being scheduled, so that it's published
 * once. If it's refused, it stays scheduled, with the reason.
 */
export async function publishScheduled(
  platform: Platform,
  communities: PostCommunities,
  draftId: string,
): Promise<void> {
  const { db } = platform;
  const draft = await findDraft(db.kysely, draftId);
  if (!draft || draft.fault !== null) return;
  try {
    const moves = await publish(platform, communities, draft);
    if (!moves) return;
    indexSoon(platform);
    // Rather than leaving it to their jobs: people are about to look at the post.
    for (const move of moves) await moveFiles(platform, move);
    emitFeedChanged(platform);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    await noteFault(platform, draft, error.message);
  }
}

/** Stores why a scheduled post was refused, unless it has got a new time meanwhile, which is another attempt. */
async function noteFault({ db }: Platform, { id, publish_at }: ScheduledRow, fault: string): Promise<void> {
  await db.transaction(async (tx) => {
    const draft = await lockDraft(tx, id);
    if (draft?.publish_at.getTime() === publish_at.getTime()) await updateDraft(tx, id, { fault });
  });
}

/**
 * @returns its files that are on their way to paths for everyone who sees the post; undefined: it wasn't published
 * @throws {HttpError} the reason why it's refused
 */
async function publish(platform: Platform, communities: PostCommunities, found: ScheduledRow) {
  const { db, clock } = platform;
  const { id, author_id: authorId, media_ids: mediaIds, quote_id: quote } = found;
  const community = found.community ?? undefined;
  if (await findLockout(platform, authorId)) throw invalid(lockedOut);
  if (quote !== null) await requireQuotable(platform, communities, authorId, quote);
  const isPrivate = community !== undefined && (await communities.isPrivate(db.kysely, community, authorId));
  const isLinked = await isPreviewed(platform, found.content, authorId);
  return await db.transaction(async (tx) => {
    if (!(await holdUser(tx, authorId))) return undefined;
    const draft = await lockDraft(tx, id);
    if (!draft || draft.fault !== null) return undefined;
    if (draft.publish_at > clock.now()) {
      await queue(platform, tx, id, draft.publish_at);
      return undefined;
    }
    const moves = await rekeyFiles(platform, tx, mediaIds, isPrivate ? 'private' : 'public');
    const files = await mediaFilesOf(tx, mediaIds);
    if (files.length < mediaIds.length || files.some(({ state }) => state === 'failed')) throw invalid(filesGone);
    const mentions = draft.mentions === null ? null : JSON.stringify(draft.mentions);
    const poll = draft.poll ? pollToStore(draft.poll, clock.now()) : undefined;
    const columns = { ...writtenOf(draft), author_id: authorId, mentions, quote_id: quote };
    const post = { ...columns, mediaIds, community, poll, files, isPrivate, isLinked };
    const { communityId } = await storePost(platform, communities, tx, post);
    // The handle may belong to another community by now.
    if (communityId !== draft.community_id) throw invalid(placeGone);
    await deleteDraft(tx, id);
    return moves;
  });
}

import type { Feed, newPost, Order } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { z } from 'zod';
import { holdUser, holdUsers, type RefundLinks, spendLinks } from '#features/accounts/public.ts';
import {
  attachMedia,
  cancelMedia,
  discardMedia,
  findUploads,
  hideUploads,
  type MediaPart,
  mediaFilesOf,
  type ReceivedMedia,
  readUpload,
  receiveMedia,
  rekeyFiles,
  useUploads,
  waitForMedia,
} from '#features/media/public.ts';
import { indexSoon, isPreviewed, previewLink, resolveMentions } from '#features/rich-text/public.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import type { Pipeline, Tx } from '#platform/database/database.ts';
import { answerOf, found, type JsonAnswer } from '#platform/database/json.ts';
import { answerWith, type SessionAnswer } from '#platform/database/session-statement.ts';
import { goneOrHidden, invalid, malformed, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { createRounds } from '#platform/realtime/rounds.ts';
import { noteMade } from '#platform/repeats/repeats.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { withAnnouncement } from './announced.service.ts';
import { refusalToRespond } from './explain.service.ts';
import { emitFeedChanged, emitPostChanged } from './live.service.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { saysSomething } from './posts.rules.ts';
import { findForDeletion } from './removal.queries.ts';
import './posts.events.ts';
import { deleteBookmarksOf } from './bookmarks.queries.ts';
import { countNewer, readCommunityPage, readPage } from './feeds.queries.ts';
import { deleteAnswersOf } from './polls.queries.ts';
import { pollToStore } from './polls.service.ts';
import { readPost } from './post-json.queries.ts';
import {
  audienceOfPosts,
  deletePost as deletePostRow,
  deletePosts,
  deletePostsOf,
  deleteVotesOf,
  findContent,
  listPostsOfCommunity,
  lockPostOfMedia,
  lockPostsTouchedBy,
  setLink,
  updateFiles,
  writtenOf,
} from './posts.queries.ts';
import { mayDeletePost, noCommunity, noPost } from './posts.rules.ts';
import { requireQuotable } from './quoting.service.ts';
import { deleteDraftsOf } from './scheduled.queries.ts';
import { scheduleDraft, timeToPublish } from './scheduled.service.ts';
import { storePost } from './storing.service.ts';
import { readTop } from './top.queries.ts';
import { type VotedRow, type VoteRow, writeVotes } from './votes.queries.ts';

const weekMs = 7 * 86_400_000;

/** Milliseconds that the answer to a new post waits for its files. */
const patienceMs = 2000;

/** How many shared statements run at a time: one that waits for a post's lock doesn't hold up the others. */
const width = 2;

/**
 * A page of the feed, newest first, in one round trip, or two if the site has an announcement.
 * @param page `size` 1 to 50; `before`: the previous page's `next`
 * @throws {HttpError} 400 if this feed has no such order
 */
export async function listPosts(
  platform: Platform,
  tokenHash: Buffer,
  page: { feed: Feed; size: number; before?: string | undefined; order?: Order },
): Promise<JsonAnswer> {
  const { feed, size, before } = page;
  if (page.order === 'top') {
    if (feed !== 'communities') throw malformed({ order: 'Only feed=communities can be ordered by top' });
    return answerOf(await readTop(platform.db.reads, tokenHash, new Date(platform.clock.now().getTime() - weekMs)));
  }
  const found = await readPage(platform.db.reads, tokenHash, { feed, size, before });
  const isBeginning = feed === 'everyone' && before === undefined;
  return answerOf(isBeginning ? await withAnnouncement(platform, tokenHash, found) : found);
}

/**
 * How many posts by others in a feed are newer than the one the caller has, up to `limits.newerPosts`.
 * @throws {HttpError} 400 if `after` can't be an id
 */
export async function countNewerPosts(
  { db }: Platform,
  tokenHash: Buffer,
  { feed, after }: { feed: Feed; after: string },
): Promise<SessionAnswer<{ count: number }>> {
  if (!isId(after)) throw malformed({ after: 'after must be the post_id of the newest post you have' });
  const row = await countNewer(db.reads, tokenHash, { feed, after });
  return answerWith(row, ({ number: count }) => ({ count }));
}

/**
 * A page of one community's posts, newest first, in one round trip.
 * @throws {HttpError} 404 for a community that the caller may not know about
 */
export async function listCommunityPosts(
  { db }: Platform,
  tokenHash: Buffer,
  page: { handle: string; size: number; before?: string | undefined },
): Promise<JsonAnswer> {
  return found(await readCommunityPage(db.reads, tokenHash, { ...page, before: page.before }), noCommunity);
}

/** One post. @throws {HttpError} 404 */
export async function getPost({ db }: Platform, tokenHash: Buffer, postId: string): Promise<JsonAnswer> {
  return found(await readPost(db.reads, tokenHash, isId(postId) ? postId : noId), noPost);
}

/** Sets the caller's vote and counts it; the same vote again changes nothing. @throws {HttpError} 404, 422 for someone banned from its community */
export type VotePost = (tokenHash: Buffer, vote: { postId: string; value: 1 | 0 | -1 }) => Promise<JsonAnswer>;

/** Votes cast at the same time share a statement, its round trip and its commit. Once per process. */
export function openVoting(platform: Platform, communities: PostCommunities): VotePost {
  const { db, log } = platform;
  const batcher = createBatcher<VoteRow, VotedRow>({
    width,
    store: (rows) => storeVotes(db.writes, rows),
    committed: () => undefined,
    onError: (error) => log.error({ err: error }, "couldn't announce a stored vote"),
  });
  const announcing = createRounds<undefined>({
    act: (round) => {
      for (const postId of round.keys()) emitPostChanged(platform, { postId });
    },
    onError: (error) => log.error({ err: error }, "couldn't say that posts have new votes"),
    most: 1,
  });
  return async (tokenHash, { postId, value }) => {
    const { body, user_id, stale } = await batcher.add({ tokenHash, postId: isId(postId) ? postId : noId, value });
    if (body !== null && user_id !== null) announcing.add(postId.toLowerCase(), undefined);
    const refusal =
      body === null && user_id !== null ? await refusalToRespond(platform, communities, postId, user_id) : undefined;
    if (refusal) throw refusal;
    return found(user_id === null ? undefined : { body, user_id, stale: stale === true }, noPost);
  };
}

/** A person's second vote on a post waits for the next statement, because one statement can't change a row twice. */
async function storeVotes(pipeline: Pipeline, rows: readonly VoteRow[]): Promise<VotedRow[]> {
  const stored: VotedRow[] = [];
  let left = rows.map((row, index) => ({ row, index, key: `${row.tokenHash.toString('latin1')} ${row.postId}` }));
  while (left.length > 0) {
    const first = new Map(left.toReversed().map((one) => [one.key, one.index]));
    const now = left.filter(({ key, index }) => first.get(key) === index);
    const answers = await writeVotes(
      pipeline,
      now.map(({ row }) => row),
    );
    for (const [number, { index }] of now.entries()) stored[index] = answers[number] as VotedRow;
    left = left.filter(({ key, index }) => first.get(key) !== index);
  }
  return stored;
}

/** A new post; with `publishAt`, a scheduled one. */
interface Created {
  id: string;
  publishAt?: Date;
}

/**
 * Creates a post from a form. Files are received while the form is read; post, files and their jobs are stored together. Then it waits up
 * to 2 s for the files, so that the author sees what others see, and the files in the answer can be loaded.
 * @param readForm reads the form, passes on each file as it arrives, and returns the validated text
 * @returns the post's id, or the scheduled post
 * @throws {HttpError} whatever `readForm` and `receiveMedia` throw; nothing is left behind then
 */
export async function createPost(
  platform: Platform,
  communities: PostCommunities,
  { session, attempt }: { session: Session; attempt: () => string | undefined },
  readForm: (takeFile: (part: MediaPart) => Promise<void>) => Promise<z.output<typeof newPost>>,
): Promise<Created> {
  const { db, clock } = platform;
  const received: ReceivedMedia[] = [];
  const mediaIds: string[] = [];
  let created: Created;
  let refundLinks: RefundLinks | undefined;
  const take = async (part: MediaPart, uses: readonly string[] = []) => {
    const media = await receiveMedia(platform, part, { ownerId: session.userId, purpose: 'post', uses });
    received.push(media);
    mediaIds.push(media.id);
  };
  try {
    const form = await readForm((part) => take(part));
    const { community, alts, poll: givenPoll, quote, publish_at, uploads } = form;
    if (mediaIds.length + (uploads?.length ?? 0) > limits.post.files) throw invalid({ files: messages.tooManyFiles });
    const used = await findUploads(platform, session.userId, uploads);
    const usedIds = used.map((upload) => upload.id);
    for (const upload of used) await take({ file: readUpload(platform, upload) }, usedIds);
    const content = form.content.trim() === '' ? '' : form.content;
    if (!saysSomething({ content, hasPoll: givenPoll !== undefined, quote }))
      throw invalid({ content: messages.contentRequired });
    if ((alts?.length ?? 0) > mediaIds.length) throw invalid({ alts: 'There are more descriptions than files.' });
    const publishAt = publish_at === undefined ? undefined : timeToPublish(publish_at, clock.now());
    const poll = givenPoll && pollToStore(givenPoll, publishAt ?? clock.now());
    if (quote !== undefined) await requireQuotable(platform, communities, session.userId, quote);
    refundLinks = await spendLinks(platform, { tokenHash: session.tokenHash, content });
    const mentions = await resolveMentions(platform, audienceOfPosts, {
      tokenHash: session.tokenHash,
      content,
      place: community ?? null,
    });
    const isPrivate = community !== undefined && (await communities.isPrivate(db.kysely, community, session.userId));
    if (isPrivate || publishAt) await hideUploads(platform, received);
    const isLinked = publishAt === undefined && (await isPreviewed(platform, content, session.userId));
    const columns = { ...writtenOf(form), author_id: session.userId, content, mentions, quote_id: quote };
    const post = { ...columns, mediaIds, community, poll };
    created = await db.transaction(async (tx) => {
      if (publishAt) {
        const draftId = await scheduleDraft(platform, communities, tx, { ...post, publishAt, alts });
        await useUploads(platform, tx, usedIds);
        await noteMade(tx, attempt(), draftId);
        return { id: draftId, publishAt };
      }
      if (!(await holdUser(tx, session.userId))) throw unauthenticated();
      const files = await attachMedia(platform, tx, mediaIds, alts);
      const { id } = await storePost(platform, communities, tx, { ...post, files, isPrivate, isLinked });
      await useUploads(platform, tx, usedIds);
      await noteMade(tx, attempt(), id);
      return { id };
    });
  } catch (error) {
    await cancelMedia(platform, mediaIds);
    await refundLinks?.();
    throw error;
  }
  if (created.publishAt) return created;
  indexSoon(platform);
  emitFeedChanged(platform);
  await waitForMedia(platform, mediaIds, patienceMs);
  return created;
}

/**
 * Deletes a post: its rows right away, its files within seconds. If a moderator does it, it's removed, and its author can appeal that
 * decision.
 * @throws {HttpError} 404 for anyone but the author and moderators of its community
 */
export async function deletePost(platform: Platform, session: Session, postId: string): Promise<void> {
  const { db, events } = platform;
  if (!isId(postId)) throw notFound(noPost);
  await db.transaction(async (tx, effects) => {
    const post = await findForDeletion(tx, postId, session.userId);
    if (!post || !mayDeletePost({ ...session, ...post }, post)) throw goneOrHidden(post, noPost);
    const { author_id: authorId, community_id: communityId } = post;
    if (post.isModerator && communityId !== null) {
      await holdUsers(tx, [authorId, session.userId]);
      const afterCommit = (effect: () => void) => effects.push(effect);
      await events.emit(tx, 'posts.moderated', { postId, authorId, communityId, byId: session.userId, afterCommit });
      return;
    }
    await discardMedia(platform, tx, post.media_ids);
    if (!(await deletePostRow(tx, postId))) throw notFound(noPost);
    await platform.deferred.emit(tx, 'posts.changed', [{ postId, was: { authorId, communityId } }]);
  });
  indexSoon(platform);
}

/** How many posts one transaction handles. */
const batchSize = 100;

/** Goes through a community's posts in batches. */
async function forPostsOf(
  { db }: Platform,
  communityId: string,
  work: (tx: Tx, posts: readonly { id: string; media_ids: string[] }[]) => Promise<void>,
): Promise<void> {
  let after = noId;
  for (let count = batchSize; count === batchSize; ) {
    const posts = await listPostsOfCommunity(db.kysely, communityId, { after, most: batchSize });
    count = posts.length;
    after = posts.at(-1)?.id ?? after;
    if (count > 0) await db.transaction((tx) => work(tx, posts));
  }
}

/** Deletes all posts of a deleted community, with their files. */
export async function discardPostsOf(platform: Platform, communityId: string): Promise<void> {
  await forPostsOf(platform, communityId, async (tx, posts) => {
    await discardMedia(
      platform,
      tx,
      posts.flatMap(({ media_ids }) => media_ids),
    );
    const ids = posts.map(({ id }) => id);
    await deletePosts(tx, ids);
    await platform.deferred.emit(
      tx,
      'posts.changed',
      ids.map((postId) => ({ postId })),
    );
  });
}

/** Moves the files of a community's posts to new paths that only people who see the posts may read. */
export async function hideFilesOf(platform: Platform, communityId: string): Promise<void> {
  await forPostsOf(platform, communityId, async (tx, posts) => {
    await rekeyFiles(
      platform,
      tx,
      posts.flatMap(({ media_ids }) => media_ids),
      'private',
    );
  });
}

/** The feature's reactions to other features' events. */
export function subscribePosts(platform: Platform): void {
  const { db, deferred, events } = platform;
  deferred.on('posts.linked', async (written, { signal }) => {
    for (const { postId } of written) {
      const content = await findContent(db.kysely, postId);
      if (content === undefined) continue;
      await setLink(db.kysely, { postId, content, link: await previewLink(platform, content, signal) });
    }
  });

  deferred.on('posts.changed', async (changed) => {
    for (const change of changed) emitPostChanged(platform, change);
  });

  events.on('account.deleted', async (tx, { userId }) => {
    const postIds: string[] = [];
    await events.emit(tx, 'posts.account-leaving', { userId, postIds });
    await lockPostsTouchedBy(tx, userId, postIds);
    const deleted = await deletePostsOf(tx, userId);
    await deferred.emit(
      tx,
      'posts.changed',
      deleted.map((postId) => ({ postId })),
    );
    const comments: { post_id: string; number: number }[] = [];
    await events.emit(tx, 'posts.account-left', { userId, comments });
    await deleteVotesOf(tx, userId, comments);
    await deleteAnswersOf(tx, userId);
    await deleteBookmarksOf(tx, userId);
    await deleteDraftsOf(tx, userId);
  });

  events.on('media.updated', async (tx, { mediaId }) => {
    const post = await lockPostOfMedia(tx, mediaId);
    if (post) await updateFiles(tx, post.id, JSON.stringify(await mediaFilesOf(tx, post.mediaIds)));
  });

  events.on('media.expired', async (tx, { mediaIds }) => {
    for (const mediaId of mediaIds) {
      const post = await lockPostOfMedia(tx, mediaId);
      const kept = post?.mediaIds.filter((id) => !mediaIds.includes(id)) ?? [];
      if (post) await updateFiles(tx, post.id, JSON.stringify(await mediaFilesOf(tx, kept)));
    }
  });
}

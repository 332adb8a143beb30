import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import * as endpointsOfSite from '@hubbub/contract/features/site/site.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useIsMutating,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type FeedName, feedIn } from '#features/posts/chosen-feed.ts';
import { isMissing, withNewPost } from '#features/posts/feed.rules.ts';
import { feedPosition, saveFeedPosition } from '#features/posts/feed-position.ts';
import { PostOverlays } from '#features/posts/post-shadows.ts';
import type { Vote } from '#features/posts/posts.rules.ts';
import { scheduledOptions } from '#features/posts/scheduled.data.ts';
import type { PostForm } from '#features/posts/written.rules.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { ApiError, NotFound, unlessGone, Waiting } from '#platform/errors.ts';
import { callQueued } from '#platform/outbox.ts';
import { onUserChange, storedUser } from '#platform/session.ts';
import { onServerEvent } from '#platform/socket.ts';

const shadows = new PostOverlays();
/** What one person saw of a post, such as their vote, mustn't show for the next. */
const owner = onUserChange(() => shadows.clear());

onServerEvent('postChanged', (change) => (change.gone ? shadows.setDeleted(change.post_id) : shadows.follow(change)));

function stampForOwner(): number {
  owner();
  return shadows.stamp();
}

/** A call's answer; its posts are what's shown from now on. */
export async function absorbPosts<Answer extends { posts: readonly Post[] }>(
  read: () => Promise<Answer>,
): Promise<Answer> {
  const stamp = stampForOwner();
  const answer = await read();
  shadows.absorb(answer.posts, stamp);
  return answer;
}

/** A page, and where the next one begins; null: there's none. It may have fewer posts than asked for, even none. */
interface PostPage {
  posts: Post[];
  next: string | null;
  /** What the site announces; only on everyone's first page. */
  announcement?: FeedAnnouncement | null | undefined;
}

export type FeedAnnouncement = NonNullable<EndpointAnswer<typeof endpoints.listPosts>['announcement']>;

const postsOf = <Data extends { pages: PostPage[] }>(data: Data) => ({
  ...data,
  pages: data.pages.map(({ posts }) => posts),
  announcement: data.pages[0]?.announcement ?? null,
});

const queryOf = (feed: FeedName) =>
  feed === 'top' ? { feed: 'communities' as const, order: 'top' as const } : feed !== 'everyone' && { feed };

async function readFeed(
  feed: FeedName,
  size: number,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<PostPage> {
  const query = { size, last_id: lastId, ...queryOf(feed) };
  return await absorbPosts(() => call(endpoints.listPosts, { query }, { signal }));
}

/** Posts per call when returning to a position far down. */
const bulk = 50;

/** The first page. For a reader returning to a position further down, it's long enough to reach that one. */
async function readBeginning(feed: FeedName, signal: AbortSignal): Promise<PostPage> {
  let { posts, next, announcement } = await readFeed(feed, limits.page.posts, undefined, signal);
  const position = feedPosition();
  while (position !== undefined && next !== null && isMissing(posts, position)) {
    const more = await readFeed(feed, bulk, next, signal);
    posts = [...posts, ...more.posts];
    next = more.next;
  }
  return { posts, next, announcement };
}

/** Pages of five, each older than the previous one. */
export function feedOptions(feed: FeedName) {
  return infiniteQueryOptions({
    queryKey: ['posts', 'feed', feed],
    meta: { offlinePages: 40 },
    queryFn: ({ pageParam, signal }) =>
      pageParam === undefined ? readBeginning(feed, signal) : readFeed(feed, limits.page.posts, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: postsOf,
    // Refetching the feed while someone is reading would lose their place; Home refetches it on purpose.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60 * 60_000,
  });
}

/** Takes the announcement off the feed, and off the server for this person. */
export function useDismissAnnouncement() {
  const client = useQueryClient();
  const { queryKey } = feedOptions('everyone');
  const show = (announcement: FeedAnnouncement | null) =>
    client.setQueryData(queryKey, (known) => {
      const [first, ...others] = known?.pages ?? [];
      return known && first && { ...known, pages: [{ ...first, announcement }, ...others] };
    });
  return useChange({
    mutationFn: ({ announcement_id }: FeedAnnouncement) =>
      call(endpointsOfSite.dismissAnnouncement, { body: { announcement_id } }),
    show: (announcement) => {
      show(null);
      return { undo: () => show(announcement) };
    },
    undone: 'the announcement is still there',
  });
}

/** A community's posts, newest first, one page at a time. */
export function communityPostsOptions(handle: string) {
  return infiniteQueryOptions({
    queryKey: ['posts', 'community', handle.toLowerCase()],
    meta: { offlinePages: 1 },
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: limits.page.communityPosts, before: pageParam };
      return await absorbPosts(() => call(endpoints.listCommunityPosts, { params: { handle }, query }, { signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: PostPage) => next ?? undefined,
    select: postsOf,
  });
}

/** Prefetches the feed's first page, which is about to be drawn; does nothing if no one is signed in. */
export function prefetchFeed(client: QueryClient): void {
  if (storedUser() !== null)
    void client.prefetchInfiniteQuery(feedOptions(feedIn(new URLSearchParams(location.search))));
}

/** Refetches the feed from the start; the current posts stay until the answer arrives. */
export function useRefreshFeed(feed: FeedName): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const { queryKey } = feedOptions(feed);
    saveFeedPosition(undefined);
    client.setQueryData(
      queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    );
    await client.refetchQueries({ queryKey });
  }, [client, feed]);
}

/** One post. Rejects with `NotFound` if it was deleted or never existed. */
export function postOptions(postId: string) {
  return queryOptions({
    queryKey: ['posts', 'one', postId],
    meta: { offlinePages: 1 },
    queryFn: async ({ signal }) => {
      const stamp = stampForOwner();
      const { post } = await call(endpoints.getPost, { params: { post_id: postId } }, { signal });
      shadows.absorb([post], stamp);
      return post;
    },
    // A post opened from a list shows right away and is refetched in the background.
    placeholderData: () => shadows.view(postId),
    staleTime: 0,
  });
}

/** The post as shown everywhere: the server's latest version, plus the person's pending changes. */
export function usePost(post: Post): Post {
  const { post_id } = post;
  const subscribe = useCallback((listener: () => void) => shadows.subscribe(post_id, listener), [post_id]);
  useEffect(() => {
    // One that was stored for offline use hasn't been read since the page was loaded.
    const stamp = stampForOwner();
    if (shadows.view(post.post_id) === undefined) shadows.absorb([post], stamp);
  }, [post]);
  return useSyncExternalStore(subscribe, () => shadows.view(post_id)) ?? post;
}

/** The ids of posts known to be deleted. */
export function useDeletedPosts(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => shadows.subscribeToDeleted(listener),
    () => shadows.deleted(),
  );
}

/** Milliseconds for which a vote that didn't reach the server still shows, so that people see it being undone. */
const offlineRetryDelay = 700;

/** Presses a post's vote button. The vote shows everywhere right away, and is undone if the server refuses it or can't be reached. */
export function useVote(postId: string): (pressed: 1 | -1) => void {
  const { mutateAsync } = useChange({
    undone: "your vote wasn't saved",
    mutationFn: (vote: Vote) =>
      callQueued(endpoints.votePost, { params: { post_id: postId }, body: { vote_type: vote } }, 'Your vote on a post'),
    onSettled: (_answer, error) => {
      if (error instanceof NotFound) shadows.setDeleted(postId);
    },
  });
  const send = useCallback(
    (vote: Vote) =>
      mutateAsync(vote).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.isOffline)
          await new Promise((resolve) => setTimeout(resolve, offlineRetryDelay));
        throw error;
      }),
    [mutateAsync],
  );
  return useCallback((pressed: 1 | -1) => void shadows.pressVote(postId, pressed, send), [postId, send]);
}

/** Saves a post or takes it off the list again. It shows everywhere right away, and is undone if the server can't be reached. */
export function useBookmark(postId: string): (saved: boolean) => void {
  const { mutate } = useChange({
    undone: "your saved posts haven't changed",
    // One after another: the last press counts.
    scope: { id: `bookmark ${postId}` },
    mutationFn: (saved: boolean) =>
      saved
        ? callQueued(endpoints.bookmarkPost, { params: { post_id: postId } }, 'Saving a post')
        : callQueued(endpoints.removeBookmark, { params: { post_id: postId } }, 'Removing a post from your saved ones'),
    show: (saved) => {
      shadows.change(postId, { bookmarked: saved });
      const undo = (error: Error) => {
        shadows.change(postId, { bookmarked: !saved });
        if (error instanceof NotFound) shadows.setDeleted(postId);
      };
      return { undo };
    },
  });
  return mutate;
}

/** Answers a post's poll; the counts show once the server has them. */
export function useAnswerPoll(postId: string) {
  const client = useQueryClient();
  return useChange({
    undone: "your vote wasn't saved",
    mutationFn: (choices: readonly number[]) =>
      callQueued(
        endpoints.answerPoll,
        { params: { post_id: postId }, body: { choices: [...choices] } },
        'Your answer to a poll',
      ),
    onSettled: (_answer, error) => {
      // It may be over, or answered in another tab.
      if (error !== null && !(error instanceof Waiting)) void client.prefetchQuery(postOptions(postId));
    },
    onSuccess: ({ poll }) => shadows.change(postId, { poll }),
  });
}

/** Counts a comment that's being sent. Call the returned function to say whether it was stored. */
export function startComment(postId: string): (stored: boolean) => void {
  return shadows.startComment(postId);
}

/** Shows a post as the server has just answered it. */
export const keepPost = (post: Post): void => shadows.absorb([post], stampForOwner());

/** Shows a post's changed text, which the server doesn't have yet. */
export const showText = (postId: string, content: string): void => shadows.change(postId, { content, mentions: [] });

/** Counts a comment that was deleted. */
export function countComment(postId: string, by: number): void {
  shadows.countComment(postId, by);
}

const deleteKey = (postId: string) => ['delete-post', postId];

/** Whether a post is being deleted. */
export function useIsDeleting(postId: string): boolean {
  return useIsMutating({ mutationKey: deleteKey(postId) }) > 0;
}

/**
 * Deletes a post. Once the server has confirmed it, the post disappears everywhere. A failure shows an alert; a post that's already
 * gone counts as success.
 */
export function useDeletePost(postId: string) {
  const client = useQueryClient();
  return useChange({
    mutationKey: deleteKey(postId),
    mutationFn: () => unlessGone(callQueued(endpoints.deletePost, { params: { post_id: postId } }, 'Deleting a post')),
    onWaiting: () => shadows.setDeleted(postId),
    onSuccess: () => {
      shadows.setDeleted(postId);
      client.removeQueries({ queryKey: postOptions(postId).queryKey, type: 'inactive' });
    },
    fails: 'alert',
    failed: messages.deletePostFailed,
  });
}

interface NewPost {
  form: PostForm;
  signal: AbortSignal;
  /** Percentage of the body sent. */
  onProgress: (percent: number) => void;
  /** It's shared even if the tab is closed now. */
  onQueued: () => void;
}

/**
 * Shares a post and puts it at the top of the feed, or schedules it; without a connection, it waits. The composer shows errors, so
 * nothing is reported here.
 */
export function useCreatePost() {
  const client = useQueryClient();
  return useChange({
    mutationFn: async ({ form, ...options }: NewPost) => {
      const answer = await callQueued(endpoints.createPost, { form }, 'Your post', options);
      return 'post' in answer ? answer.post : null;
    },
    onSuccess: (post) => {
      if (post === null) {
        void client.invalidateQueries(scheduledOptions);
        return;
      }
      shadows.absorb([post], stampForOwner());
      for (const feed of ['everyone', 'following'] as const) {
        client.setQueryData(feedOptions(feed).queryKey, (known) => withNewPost(known, post));
      }
      if (post.community === null) return;
      client.setQueryData(feedOptions('communities').queryKey, (feed) => withNewPost(feed, post));
      const { queryKey } = communityPostsOptions(post.community.community_handle);
      void client.invalidateQueries({ queryKey });
    },
    fails: 'here',
  });
}

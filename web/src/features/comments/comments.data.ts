import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/comments/comments.endpoints.ts';
import type { CommentChange } from '@hubbub/contract/features/comments/comments.events.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useIsMutating,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import {
  afterDeletion,
  afterReaction,
  changedEach,
  countedIn,
  followed,
  isPending,
  pendingPrefix,
  replaced,
} from '#features/comments/comments.rules.ts';
import { countComment, postOptions, startComment, usePostLive } from '#features/posts/public.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { currentDraft, writeDraft } from '#platform/drafts.ts';
import { NotFound, unlessGone } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { callQueued } from '#platform/outbox.ts';
import { useCurrentUser } from '#platform/session.ts';
import { onServerEvent } from '#platform/socket.ts';

const pageSize = 30;

type Pages = InfiniteData<Comment[], string | undefined>;

/** A page of a post's comments, or of one thread's replies. */
function pagesOf(postId: string, thread: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId, thread],
    meta: { offlinePages: 3 },
    queryFn: async ({ pageParam, signal }) => {
      const input = { params: { post_id: postId }, query: { size: pageSize, last_id: pageParam, thread } };
      const { comments } = await call(endpoints.listComments, input, { signal });
      return comments;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) =>
      page.length < pageSize ? undefined : page.findLast((comment) => !isPending(comment))?.comment_id,
    staleTime: 5_000,
  });
}

/** A post's threads, newest first, one page at a time: comments, each with its first replies. */
export const threadsOptions = (postId: string) => pagesOf(postId, 'top');

/** All replies of a thread, oldest first, one page at a time. */
export const repliesOptions = (postId: string, threadId: string) => pagesOf(postId, threadId);

/** One comment or reply, without its replies; undefined if the viewer doesn't see it. */
async function readComment(id: string, signal: AbortSignal): Promise<Comment | undefined> {
  try {
    return (await call(endpoints.getComment, { params: { comment_id: id } }, { signal })).comment;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** A comment or reply, as its link shows it; null if the viewer doesn't see it. */
export const commentOptions = (id: string) =>
  queryOptions({
    queryKey: ['comment', id],
    queryFn: async ({ signal }) => (await readComment(id, signal)) ?? null,
  });

/** The thread of the comment that a link leads to, with that one if it's a reply. Empty if the viewer doesn't see it. */
export const linkedOptions = (postId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', postId, 'linked', id],
    queryFn: async ({ signal }): Promise<Comment[]> => {
      const comment = await readComment(id, signal);
      if (comment?.post_id !== postId) return [];
      if (comment.parent_id === null) return [comment];
      const thread = await readComment(comment.parent_id, signal);
      return thread === undefined ? [] : [{ ...thread, replies: [comment] }];
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: () => undefined,
  });

/** Replies that were written on this page, whether or not the lists have them yet. */
const writtenKey = (postId: string) => ['written comments', postId];

/** Those that were written here. */
export function useWritten(postId: string): readonly Comment[] {
  const { data = [] } = useQuery<readonly Comment[]>({ queryKey: writtenKey(postId), enabled: false, initialData: [] });
  return data;
}

/** Changes each comment and reply of a post, wherever it's shown. */
function changeEach(client: QueryClient, postId: string, change: Parameters<typeof changedEach>[1]): void {
  client.setQueriesData<Pages>(
    { queryKey: ['comments', postId] },
    (data) => data && { ...data, pages: data.pages.map((page) => changedEach(page, change)) },
  );
  client.setQueryData<readonly Comment[]>(writtenKey(postId), (known = []) => changedEach(known, change));
}

/** The name under which an unsent comment's draft is kept. @param threadId of a reply */
export const draftName = (postId: string, threadId?: string): string =>
  threadId === undefined ? `comment:${postId}` : `reply:${threadId}`;

/** A text that couldn't be sent, followed by what was typed since. */
const restoredText = (failed: string, typed: string): string => (typed.trim() === '' ? failed : `${failed}\n${typed}`);

/** A comment to write. */
export interface NewComment {
  content: string;
  /** The comment it answers; undefined: the post. */
  answers?: Comment | undefined;
}

const threadOf = ({ answers }: NewComment): string | undefined => answers?.parent_id ?? answers?.comment_id;

/** Shows a comment right away: on top of the list, or at the end of its thread. */
function show(client: QueryClient, comment: Comment): void {
  const { post_id: postId, parent_id: threadId } = comment;
  if (threadId !== null) {
    changeEach(client, postId, countedIn(threadId, 1));
    client.setQueryData<readonly Comment[]>(writtenKey(postId), (known = []) => [...known, comment]);
    return;
  }
  client.setQueryData<Pages>(threadsOptions(postId).queryKey, (data) => {
    const [first = [], ...others] = data?.pages ?? [];
    return data && { ...data, pages: [[comment, ...first], ...others] };
  });
}

/**
 * Replaces the pending comment with the stored one, or removes it. If a list that was fetched meanwhile already has it, it appears only
 * once.
 */
function settle(client: QueryClient, pending: Comment, stored: Comment | undefined): void {
  const { post_id: postId, comment_id: pendingId, parent_id: threadId } = pending;
  let [known, placed] = [false, false];
  changeEach(client, postId, (comment) => {
    known ||= comment.comment_id === stored?.comment_id;
    return [comment];
  });
  changeEach(client, postId, (comment) => {
    if (comment.comment_id !== pendingId) return [comment];
    placed = true;
    return stored === undefined || known ? [] : [stored];
  });
  if (stored === undefined) changeEach(client, postId, countedIn(threadId, -1));
  else if (!known && !placed) show(client, stored);
}

/** A person's comment before the server has it. */
function useDraftOf(postId: string): (comment: NewComment) => Comment {
  const { username, name, profile_path } = useCurrentUser();
  return (comment) => ({
    comment_id: pendingPrefix + newId(),
    post_id: postId,
    content: comment.content,
    created_at: new Date().toISOString(),
    user: { username, name, profile_path },
    parent_id: threadOf(comment) ?? null,
    reply_to: comment.answers
      ? { comment_id: comment.answers.comment_id, username: comment.answers.user.username }
      : null,
    reply_count: 0,
    edited_at: null,
    deleted: false,
    can_edit: false,
    can_delete: false,
    reactions: [],
  });
}

/**
 * A new comment appears right away and counts everywhere. If it can't be stored, it disappears and its text returns to
 * the draft.
 */
export function useAddComment(postId: string, what: 'comment' | 'reply' = 'comment') {
  const client = useQueryClient();
  const draftOf = useDraftOf(postId);
  const { queryKey } = threadsOptions(postId);
  return useChange({
    mutationFn: async ({ content, answers }: NewComment) => {
      const body = { content, ...(answers && { parent_id: answers.comment_id }) };
      return (await callQueued(endpoints.createComment, { params: { post_id: postId }, body }, `Your ${what}`)).comment;
    },
    undone: `your ${what} wasn't sent. Its text is back in the field`,
    fails: 'notice',
    show: async (given) => {
      const pending = draftOf(given);
      const end = startComment(postId);
      await client.cancelQueries({ queryKey });
      show(client, pending);
      const settled = (stored: Comment | undefined) => {
        end(stored !== undefined);
        settle(client, pending, stored);
      };
      return {
        keep: settled,
        wait: () => end(true),
        undo: () => {
          settled(undefined);
          const name = draftName(postId, threadOf(given));
          writeDraft(name, restoredText(given.content, String(currentDraft(name) ?? '')));
        },
      };
    },
    onSettled: async () => {
      // The list hadn't been loaded when the comment was written, or writing it canceled the first load.
      if (client.getQueryData(queryKey) === undefined) await client.invalidateQueries({ queryKey });
    },
  });
}

/** Changes a comment's text; it shows once the server has it. The editor keeps the text if that fails. */
export function useEditComment(comment: Comment) {
  const { comment_id, post_id: postId } = comment;
  const client = useQueryClient();
  return useChange({
    mutationFn: async (content: string) =>
      (
        await callQueued(
          endpoints.editComment,
          { params: { comment_id }, body: { content } },
          'Your changes to a comment',
        )
      ).comment,
    onWaiting: (content) => changeEach(client, postId, replaced({ ...comment, content, mentions: [] })),
    onSuccess: (stored) => changeEach(client, postId, replaced(stored)),
    undone: "your changes weren't saved",
    fails: 'notice',
  });
}

/** The comments and replies of a post that this page has, in whatever list. */
function known(client: QueryClient, postId: string): Comment[] {
  const lists = client.getQueriesData<Pages>({ queryKey: ['comments', postId] });
  const written = client.getQueryData<readonly Comment[]>(writtenKey(postId)) ?? [];
  const comments = [...lists.flatMap(([, data]) => data?.pages.flat() ?? []), ...written];
  return comments.flatMap((comment) => [comment, ...(comment.replies ?? [])]);
}

const isShown = (client: QueryClient, postId: string, commentId: string): boolean =>
  known(client, postId).some(({ comment_id, deleted }) => comment_id === commentId && !deleted);

/**
 * Shows what happened to a comment.
 * @returns whether the lists must be refetched, because the event doesn't have everything that they show
 */
function follow(client: QueryClient, { comment, change }: CommentChange): boolean {
  const { post_id: postId, comment_id: commentId } = comment;
  const shown = isShown(client, postId, commentId);
  if (shown && comment.deleted) changeEach(client, postId, afterDeletion(comment));
  else if (shown && (change === 'edited' || change === 'reaction'))
    changeEach(client, postId, (each) => (each.comment_id === commentId ? [followed(each, comment)] : [each]));
  else if (comment.deleted) return comment.parent_id !== null;
  else return change === 'restored' || change === 'removed' || (change === 'created' && !shown);
  return false;
}

/** Milliseconds over which pages spread their requests for new comments. */
const askSpread = 1_000;

/** Follows a post's comments as they're written, changed and deleted, while they're on the page. */
export function useLiveComments(postId: string): void {
  const client = useQueryClient();
  const ask = useCallback(() => {
    const queryKey = ['comments', postId];
    // A hidden page refetches when it's visible again.
    void client.invalidateQueries({ queryKey, refetchType: document.hidden ? 'none' : 'active' });
  }, [client, postId]);
  const onJoined = useCallback(() => {
    // No event reported what came while the page loaded or the connection was lost.
    const lists = { queryKey: ['comments', postId] };
    const isLoaded = client.getQueriesData(lists).some(([, data]) => data !== undefined);
    if (!isLoaded || document.hidden) return;
    void client.invalidateQueries(lists, { cancelRefetch: false });
    void client.prefetchQuery(postOptions(postId));
  }, [client, postId]);
  usePostLive(postId, onJoined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let due: CommentChange[] = [];
    const look = () => {
      timer = undefined;
      // A list that's fetched now wouldn't include a comment that's being sent.
      if (known(client, postId).some(isPending)) return wait();
      const isDue = due.some(
        ({ change, comment: { comment_id } }) => change !== 'created' || !isShown(client, postId, comment_id),
      );
      due = [];
      if (isDue) ask();
    };
    const wait = () => {
      timer ??= setTimeout(look, Math.random() * askSpread);
    };
    const off = onServerEvent('commentChanged', (change) => {
      if (change.post_id !== postId || !follow(client, change)) return;
      due.push(change);
      wait();
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [client, postId, ask]);
}

const deleteKey = (commentId: string) => ['delete-comment', commentId];

/** Whether a comment is being deleted. */
export const useIsDeletingComment = (commentId: string): boolean =>
  useIsMutating({ mutationKey: deleteKey(commentId) }) > 0;

/** Deletes a comment. Once the server has confirmed it, it disappears and is no longer counted; one that's already gone counts as success. */
export function useDeleteComment(comment: Comment) {
  const client = useQueryClient();
  const { comment_id, post_id: postId } = comment;
  const takeAway = () => {
    // The server may have said so already.
    if (!isShown(client, postId, comment_id)) return;
    changeEach(client, postId, afterDeletion(comment));
    if (comment.removed === undefined) countComment(postId, -1);
  };
  return useChange({
    mutationKey: deleteKey(comment_id),
    mutationFn: () => unlessGone(callQueued(endpoints.deleteComment, { params: { comment_id } }, 'Deleting a comment')),
    onSuccess: takeAway,
    onWaiting: takeAway,
    undone: "the comment wasn't deleted",
    fails: 'notice',
  });
}

/** Gives or takes back a reaction. It shows right away, and is undone if the server refuses it. */
export function useReact(comment: Comment) {
  const client = useQueryClient();
  const { comment_id, post_id: postId } = comment;
  const set = (reactions: Comment['reactions']) =>
    changeEach(client, postId, (each) => (each.comment_id === comment_id ? [{ ...each, reactions }] : [each]));
  return useChange({
    mutationFn: async (emoji: string) => {
      const { mine = false } = comment.reactions.find((each) => each.emoji === emoji) ?? {};
      const endpoint = mine ? endpoints.removeCommentReaction : endpoints.addCommentReaction;
      return (await callQueued(endpoint, { params: { comment_id, emoji } }, 'Your reaction to a comment')).reactions;
    },
    undone: "your reaction wasn't saved",
    fails: 'notice',
    show: (emoji) => {
      set(afterReaction(comment.reactions, emoji));
      return { keep: set, undo: () => set(comment.reactions) };
    },
  });
}

/** Who has reacted to a comment. */
export const reactorsOptions = (comment_id: string) =>
  queryOptions({
    queryKey: ['reactors', 'comment', comment_id],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listCommentReactions, { params: { comment_id } }, { signal })).reactions,
    staleTime: 0,
  });

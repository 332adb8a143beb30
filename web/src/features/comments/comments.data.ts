import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { startComment } from '#features/posts/public.ts';
import { call } from '#platform/api-client.ts';
import { currentDraft, writeDraft } from '#platform/drafts.ts';
import { isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { useCurrentUser } from '#platform/session.ts';
import { offlineNotice, showOfflineNotice } from '#platform/unsent.ts';
import { toast } from '#ui/toast/toasts.ts';

const pageSize = 30;

/** A comment that's still being sent has no server id yet. */
const pendingPrefix = 'pending:';

/** Whether a comment is still being sent. */
export function isPending(comment: Comment): boolean {
  return comment.comment_id.startsWith(pendingPrefix);
}

/** A post's comments, newest first, one page at a time. */
export function commentsOptions(postId: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId],
    queryFn: async ({ pageParam, signal }) => {
      const input = { params: { post_id: postId }, query: { size: pageSize, last_id: pageParam } };
      const { comments } = await call(endpoints.listComments, input, { signal });
      return comments;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) =>
      page.length < pageSize ? undefined : page.findLast((comment) => !isPending(comment))?.comment_id,
    staleTime: 5_000,
  });
}

/** The name under which an unsent comment's draft is kept. */
export function draftName(postId: string): string {
  return `comment:${postId}`;
}

/** A text that couldn't be sent, followed by what was typed since. */
function restoredText(failed: string, typed: string): string {
  return typed.trim() === '' ? failed : `${failed}\n${typed}`;
}

type Comments<Cursor> = InfiniteData<Comment[], Cursor> | undefined;

function withNewest<Cursor>(data: Comments<Cursor>, comment: Comment) {
  if (data === undefined) return undefined;
  const [first = [], ...others] = data.pages;
  return { ...data, pages: [[comment, ...first], ...others] };
}

/**
 * Replaces the pending comment with `stored`, or removes it. If a list that was fetched meanwhile already has `stored`, it appears only
 * once.
 */
function settled<Cursor>(data: Comments<Cursor>, pendingId: string, stored: Comment | undefined) {
  if (data === undefined) return undefined;
  const known =
    stored !== undefined && data.pages.some((page) => page.some(({ comment_id }) => comment_id === stored.comment_id));
  const missing = stored !== undefined && !known;
  let placed = false;
  const pages = data.pages.map((page) =>
    page.flatMap((comment) => {
      if (comment.comment_id !== pendingId) return [comment];
      if (!missing) return [];
      placed = true;
      return [stored];
    }),
  );
  return missing && !placed ? withNewest({ ...data, pages }, stored) : { ...data, pages };
}

/**
 * Section 4, Comments: a new comment appears at the top of the list right away and counts everywhere. If it can't be stored, it
 * disappears and its text returns to the draft.
 */
export function useAddComment(postId: string) {
  const client = useQueryClient();
  const { username, name, profile_path } = useCurrentUser();
  const { queryKey } = commentsOptions(postId);
  return useMutation({
    mutationFn: async (content: string) =>
      (await call(endpoints.createComment, { params: { post_id: postId }, body: { content } })).comment,
    onMutate: async (content) => {
      const pendingId = pendingPrefix + crypto.randomUUID();
      const end = startComment(postId);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (data) =>
        withNewest(data, {
          comment_id: pendingId,
          post_id: postId,
          content,
          created_at: new Date().toISOString(),
          user: { username, name, profile_path },
        }),
      );
      return { pendingId, end };
    },
    onSuccess: async (comment, _content, { pendingId, end }) => {
      end(true);
      client.setQueryData(queryKey, (data) => settled(data, pendingId, comment));
      // The list hadn't been loaded when the comment was written, or writing it canceled the first load.
      if (client.getQueryData(queryKey) === undefined) await client.invalidateQueries({ queryKey });
    },
    onError: (error, content, context) => {
      context?.end(false);
      client.setQueryData(queryKey, (data) => settled(data, context?.pendingId ?? '', undefined));
      writeDraft(draftName(postId), restoredText(content, String(currentDraft(draftName(postId)) ?? '')));
      if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey });
      if (isHandled(error)) return;
      logError("Couldn't send a comment", error);
      const unsent = offlineNotice(error, "your comment wasn't sent. Its text is back in the field");
      if (unsent !== null) showOfflineNotice(unsent);
      toast.error(unsent ?? error.message);
    },
  });
}

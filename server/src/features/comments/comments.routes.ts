import * as calls from '@hubbub/contract/features/comments/comments.endpoints.ts';
import type { PostCommunities } from '#features/posts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import { JsonText } from '#platform/database/json.ts';
import { unauthenticated } from '#platform/errors/errors.ts';
import { type Http, route, sqlJsonRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { deleteComment, editComment, getComment } from './changes.service.ts';
import { listComments, openCommenting } from './comments.service.ts';
import { listCommentReactions, setReaction } from './reactions.service.ts';

/** The calls about comments. */
export function registerCommentsRoutes(http: Http, communities: PostCommunities): void {
  const { platform } = http;
  const addComment = openCommenting(platform, communities);
  const readComment = async ({ tokenHash }: Session, id: string) => {
    const stored = await getComment(platform, tokenHash, id);
    if (!stored) throw unauthenticated();
    return new JsonText(stored.body);
  };

  sqlJsonRoute(
    http,
    calls.listComments,
    { limits: [perPerson('reads')] },
    ({ params, query: { last_id, ...page }, tokenHash }) =>
      listComments(platform, tokenHash, {
        ...page,
        postId: params.post_id,
        before: cursorOf(last_id, "the comment_id of the previous page's last comment", 'last_id'),
      }),
  );

  route(http, calls.getComment, { limits: [perPerson('reads')] }, ({ params, session }) =>
    readComment(session, params.comment_id),
  );

  sqlJsonRoute(
    http,
    calls.createComment,
    {
      limits: [perPerson('writes'), perPerson('comments')],
      again: (hash, commentId) => getComment(platform, hash, commentId),
    },
    ({ params, body, tokenHash, attempt }) =>
      addComment(tokenHash, { postId: params.post_id, content: body.content, parentId: body.parent_id, attempt }),
  );

  route(http, calls.editComment, { limits: [perPerson('writes')] }, async ({ params, body, session }) => {
    await editComment(platform, communities, session, { id: params.comment_id, content: body.content });
    return await readComment(session, params.comment_id);
  });

  route(http, calls.deleteComment, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await deleteComment(platform, session, params.comment_id);
    return {};
  });

  const reacting = { limits: [perPerson('writes')] };

  route(http, calls.addCommentReaction, reacting, async ({ params, session }) => ({
    reactions: await setReaction(platform, communities, session, {
      id: params.comment_id,
      emoji: params.emoji,
      given: true,
    }),
  }));

  route(http, calls.removeCommentReaction, reacting, async ({ params, session }) => ({
    reactions: await setReaction(platform, communities, session, {
      id: params.comment_id,
      emoji: params.emoji,
      given: false,
    }),
  }));

  route(http, calls.listCommentReactions, { limits: [perPerson('reads')] }, async ({ params, session }) => ({
    reactions: await listCommentReactions(platform, session, params.comment_id),
  }));
}

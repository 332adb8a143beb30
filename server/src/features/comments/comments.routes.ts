import * as calls from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { type Http, hotRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { listComments, openCommenting } from './comments.service.ts';

/** The calls about comments. */
export function registerCommentsRoutes(http: Http): void {
  const { platform } = http;
  const addComment = openCommenting(platform);

  hotRoute(http, calls.listComments, { limits: [perPerson('reads')] }, ({ params, query, tokenHash }) =>
    listComments(platform, tokenHash, { postId: params.post_id, size: query.size, last_id: query.last_id }),
  );

  hotRoute(
    http,
    calls.createComment,
    { limits: [perPerson('writes'), perPerson('comments')] },
    ({ params, body, tokenHash }) => addComment(tokenHash, { postId: params.post_id, content: body.content }),
  );
}

import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { keepPost } from '#features/posts/posts.data.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Changes a post's text; it shows everywhere once the server has it. The dialog shows errors, so nothing is reported here. */
export function useEditPost(postId: string) {
  return useChange({
    mutationFn: async (content: string) =>
      (await call(endpoints.editPost, { params: { post_id: postId }, body: { content } })).post,
    onSuccess: keepPost,
    fails: 'here',
  });
}

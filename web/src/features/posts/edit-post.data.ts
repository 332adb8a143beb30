import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { keepPost, showText } from '#features/posts/posts.data.ts';
import type { BodyOf } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { callQueued } from '#platform/outbox.ts';

/** Changes a post's text; it shows everywhere once the server has it, or it's kept for later. The dialog shows errors, so nothing is reported here. */
export function useEditPost(postId: string) {
  return useChange({
    mutationFn: async (body: BodyOf<typeof endpoints.editPost>) =>
      (await callQueued(endpoints.editPost, { params: { post_id: postId }, body }, 'Your changes to a post')).post,
    onWaiting: ({ content }) => showText(postId, content),
    onSuccess: keepPost,
    fails: 'here',
  });
}

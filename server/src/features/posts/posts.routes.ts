import * as calls from '@hubbub/contract/features/posts/posts.endpoints.ts';
import * as scheduling from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import { type Http, hotRoute, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { bookmarkPost, removeBookmark } from './bookmarks.service.ts';
import { editPost } from './edits.service.ts';
import type { PostPlaces } from './places.service.ts';
import { answerPoll } from './polls.service.ts';
import {
  countNewerPosts,
  createPost,
  deletePost,
  getPost,
  listCommunityPosts,
  listPosts,
  openVoting,
} from './posts.service.ts';
import {
  answerScheduled,
  cancelScheduled,
  listScheduled,
  readScheduledAgain,
  updateScheduled,
} from './scheduled.service.ts';

/** The calls for posts and votes. */
export function registerPostsRoutes(http: Http, places: PostPlaces): void {
  const { platform } = http;
  const votePost = openVoting(platform, places);

  hotRoute(http, calls.listPosts, { limits: [perPerson('reads')] }, ({ query, tokenHash }) =>
    listPosts(platform, tokenHash, query),
  );

  statementRoute(http, calls.countNewerPosts, { limits: [perPerson('reads')] }, ({ query, tokenHash }) =>
    countNewerPosts(platform, tokenHash, query),
  );

  hotRoute(http, calls.listCommunityPosts, { limits: [perPerson('reads')] }, ({ params, query, tokenHash }) =>
    listCommunityPosts(platform, tokenHash, { handle: params.handle, ...query }),
  );

  http.initialData.provide('feed', {
    endpoint: calls.listPosts,
    address: () => `${calls.listPosts.path}?size=${limits.page.posts}`,
    limits: [perPerson('reads')],
    read: (tokenHash) => listPosts(platform, tokenHash, { feed: 'everyone', size: limits.page.posts }),
  });

  hotRoute(http, calls.getPost, { limits: [perPerson('reads')] }, ({ params, tokenHash }) =>
    getPost(platform, tokenHash, params.post_id),
  );

  http.initialData.provide('post', {
    endpoint: calls.getPost,
    address: ({ post_id = '' }) => calls.getPost.path.replace(':post_id', encodeURIComponent(post_id)),
    limits: [perPerson('reads')],
    read: (tokenHash, { post_id = '' }) => getPost(platform, tokenHash, post_id),
  });

  http.previews.set('post', {
    title: 'A post on Hubbub',
    description: 'Log in to see the post, its pictures and what people say about it.',
  });

  route(
    http,
    calls.createPost,
    {
      limits: [perPerson('writes'), perPerson('posts')],
      again: async (tokenHash, id) =>
        (await readScheduledAgain(platform, id)) ?? (await getPost(platform, tokenHash, id)),
    },
    async ({ session, attempt, readForm }) => {
      const created = await createPost(platform, places, { session, attempt }, (takeFile) =>
        readForm(takeFile, () => invalid({ files: messages.tooManyFiles })),
      );
      const { id, publishAt } = created;
      if (publishAt) return answerScheduled(id, publishAt);
      const stored = await getPost(platform, session.tokenHash, id);
      if (!stored) throw unauthenticated();
      return JSON.parse(stored.body);
    },
  );

  route(http, calls.editPost, { limits: [perPerson('writes')] }, async ({ params, body, session }) => {
    await editPost(platform, places, session, { id: params.post_id, content: body.content });
    const stored = await getPost(platform, session.tokenHash, params.post_id);
    if (!stored) throw unauthenticated();
    return JSON.parse(stored.body);
  });

  route(http, calls.deletePost, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await deletePost(platform, session, params.post_id);
    return {};
  });

  registerExtras(http, places);

  hotRoute(http, calls.votePost, { limits: [perPerson('writes')] }, ({ params, body, tokenHash }) =>
    votePost(tokenHash, { postId: params.post_id, value: body.vote_type }),
  );
}

/** The calls for polls, bookmarks and scheduled posts. */
function registerExtras(http: Http, places: PostPlaces): void {
  const { platform } = http;

  route(http, scheduling.listScheduledPosts, { limits: [perPerson('reads')] }, async ({ session }) => ({
    drafts: await listScheduled(platform, session),
  }));

  route(http, scheduling.updateScheduledPost, { limits: [perPerson('writes')] }, async ({ params, body, session }) => ({
    draft: await updateScheduled(platform, session, params.draft_id, body),
  }));

  route(http, scheduling.cancelScheduledPost, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await cancelScheduled(platform, session, params.draft_id);
    return {};
  });

  route(http, calls.answerPoll, { limits: [perPerson('writes')] }, async ({ params, body, session }) => ({
    poll: await answerPoll(platform, places, session, { postId: params.post_id, choices: body.choices }),
  }));

  route(http, calls.bookmarkPost, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await bookmarkPost(platform, session, params.post_id);
    return {};
  });

  route(http, calls.removeBookmark, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await removeBookmark(platform, session, params.post_id);
    return {};
  });
}

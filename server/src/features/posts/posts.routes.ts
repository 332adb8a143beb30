import * as calls from '@hubbub/contract/features/posts/posts.endpoints.ts';
import * as scheduling from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { cursorOf } from '#platform/cursors.ts';
import { JsonText } from '#platform/database/json.ts';
import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import { type Http, route, sqlJsonRoute, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { bookmarkPost, removeBookmark } from './bookmarks.service.ts';
import { editPost } from './edits.service.ts';
import { answerPoll } from './polls.service.ts';
import type { PostCommunities } from './post-communities.service.ts';
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

const reading = { limits: [perPerson('reads')] };
const lastPost = "the post_id of the previous page's last post";

/** The calls for posts and votes. */
export function registerPostsRoutes(http: Http, communities: PostCommunities): void {
  const { platform } = http;
  const votePost = openVoting(platform, communities);

  sqlJsonRoute(http, calls.listPosts, reading, ({ query: { last_id, ...page }, tokenHash }) =>
    listPosts(platform, tokenHash, { ...page, before: cursorOf(last_id, lastPost, 'last_id') }),
  );

  statementRoute(http, calls.countNewerPosts, reading, ({ query, tokenHash }) =>
    countNewerPosts(platform, tokenHash, query),
  );

  sqlJsonRoute(http, calls.listCommunityPosts, reading, ({ params: { handle }, query, tokenHash }) =>
    listCommunityPosts(platform, tokenHash, { ...query, handle, before: cursorOf(query.before, lastPost) }),
  );

  http.initialData.provide('feed', {
    endpoint: calls.listPosts,
    address: () => `${calls.listPosts.path}?size=${limits.page.posts}`,
    limits: [perPerson('reads')],
    read: (tokenHash) => listPosts(platform, tokenHash, { feed: 'everyone', size: limits.page.posts }),
  });

  sqlJsonRoute(http, calls.getPost, reading, ({ params, tokenHash }) => getPost(platform, tokenHash, params.post_id));

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
      const created = await createPost(platform, communities, { session, attempt }, (takeFile) =>
        readForm(takeFile, () => invalid({ files: messages.tooManyFiles })),
      );
      const { id, publishAt } = created;
      if (publishAt) return answerScheduled(id, publishAt);
      const stored = await getPost(platform, session.tokenHash, id);
      if (!stored) throw unauthenticated();
      return new JsonText(stored.body);
    },
  );

  route(http, calls.editPost, { limits: [perPerson('writes')] }, async ({ params, body, session }) => {
    await editPost(platform, communities, session, { ...body, id: params.post_id });
    const stored = await getPost(platform, session.tokenHash, params.post_id);
    if (!stored) throw unauthenticated();
    return new JsonText(stored.body);
  });

  route(http, calls.deletePost, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await deletePost(platform, session, params.post_id);
    return {};
  });

  registerExtras(http, communities);

  sqlJsonRoute(http, calls.votePost, { limits: [perPerson('writes')] }, ({ params, body, tokenHash }) =>
    votePost(tokenHash, { postId: params.post_id, value: body.vote_type }),
  );
}

/** The calls for polls, bookmarks and scheduled posts. */
function registerExtras(http: Http, communities: PostCommunities): void {
  const { platform } = http;

  route(http, scheduling.listScheduledPosts, reading, async ({ session }) => ({
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
    poll: await answerPoll(platform, communities, session, { postId: params.post_id, choices: body.choices }),
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

import {
  joinPost,
  leavePost,
  type PostGone,
  type PostServerEvents,
} from '@hubbub/contract/features/posts/posts.events.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { JsonText } from '#platform/database/json.ts';
import { notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { createRounds } from '#platform/realtime/rounds.ts';
import { readLive, seesPost } from './live.queries.ts';
import { withinSeconds } from './live.rules.ts';
import { postPrefix } from './live.service.ts';
import type { PastPost } from './posts.events.ts';
import { noPost } from './posts.rules.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends PostServerEvents {}
}

/** How many pairs of a post and a person one statement reads. */
const pairsAtOnce = 1000;

/** The sockets that show posts. Whether a person sees a post is checked each time something about it is sent. */
export function registerPostsRealtime({ db, realtime, log }: Platform): { close(): void } {
  realtime.on('joinPost', joinPost, async (caller, given) => {
    const id = given.toLowerCase();
    await caller.joinIf(postPrefix + id, async () => {
      if (!isId(id) || !(await seesPost(db.kysely, id, caller.userId))) throw notFound(noPost);
    });
    caller.keepLast(postPrefix, limits.joinedPosts);
  });
  realtime.on('leavePost', leavePost, async (caller, given) => caller.leave(postPrefix + given.toLowerCase()));

  const posts = createRounds<PastPost | undefined>({
    act: (round) => tellOfPosts({ db, realtime }, round),
    onError: (error) => log.error({ err: error }, "couldn't tell pages of changed posts"),
    most: 10,
  });
  realtime.signals.on('postChanged', ({ postId, was }) => {
    if (realtime.usersIn(postPrefix + postId).size > 0) posts.add(postId, was);
  });

  const feeds = createRounds<undefined>({
    act: () => realtime.toEverybodyHere('feedChanged', { within: withinSeconds(realtime.socketsHere) }),
    onError: (error) => log.error({ err: error }, "couldn't tell pages of new posts"),
    most: 1,
  });
  realtime.signals.on('feedChanged', () => feeds.add('', undefined));
  return {
    close() {
      posts.close();
      feeds.close();
    },
  };
}

/** The event for a post that's gone. */
const goneOf = (postId: string): PostGone => ({
  post_id: postId,
  stats: { upvote_count: 0, downvote_count: 0, comment_count: 0 },
  content: '',
  edited_at: null,
  gone: true,
});

async function tellOfPosts(
  { db, realtime }: Pick<Platform, 'db' | 'realtime'>,
  round: ReadonlyMap<string, readonly (PastPost | undefined)[]>,
): Promise<void> {
  const pairs = [...round].flatMap(([postId, happened]) => {
    const was = happened.find((past) => past !== undefined);
    return [...realtime.usersIn(postPrefix + postId)].map((userId) => ({ postId, userId, was }));
  });
  for (let start = 0; start < pairs.length; start += pairsAtOnce) {
    const asked = pairs.slice(start, start + pairsAtOnce);
    const rows = await readLive(db.reads, {
      posts: asked.map(({ postId }) => postId),
      users: asked.map(({ userId }) => userId),
      authors: asked.map(({ was }) => was?.authorId ?? null),
      communities: asked.map(({ was }) => was?.communityId ?? null),
    });
    for (const [postId, those] of Map.groupBy(rows, ({ post_id }) => post_id)) {
      const room = postPrefix + postId;
      const seeing = those.filter(({ sees }) => sees);
      const send = (people: typeof those, change: Parameters<PostServerEvents['postChanged']>[0] | JsonText) => {
        const userIds = people.map(({ user_id }) => user_id);
        if (userIds.length > 0) realtime.toUsersInHere(room, userIds, 'postChanged', change);
      };
      for (const [body, alike] of Map.groupBy(seeing, (one) => one.body)) {
        if (body !== null) send(alike, new JsonText(body));
      }
      send(
        those.filter(({ sees, saw }) => !sees && saw),
        goneOf(postId),
      );
    }
  }
}

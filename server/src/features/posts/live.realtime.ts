import { joinPost, leavePost, type PostServerEvents } from '@hubbub/contract/features/posts/posts.events.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { createRounds } from '#platform/realtime/rounds.ts';
import { listAmong, readLive, seesPost } from './live.queries.ts';
import { withinSeconds } from './live.rules.ts';
import { postPrefix } from './live.service.ts';
import type { SightOfPosts } from './posts.events.ts';
import { noPost } from './posts.rules.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends PostServerEvents {}
}

/** Posts and people asked about in one statement. */
const pairsAtOnce = 1000;
/** Posts looked through in one. */
const postsAtOnce = 10_000;

/** Sockets that show posts. Whether their people see a post is asked whenever something is sent about it. */
export function registerPostsRealtime({ db, realtime, log }: Platform): { close(): void } {
  realtime.on('joinPost', joinPost, async (caller, given) => {
    const id = given.toLowerCase();
    await caller.joinIf(postPrefix + id, async () => {
      if (!isId(id) || !(await seesPost(db.kysely, id, caller.userId))) throw notFound(noPost);
    });
    caller.keepLast(postPrefix, limits.joinedPosts);
  });
  realtime.on('leavePost', leavePost, async (caller, given) => caller.leave(postPrefix + given.toLowerCase()));

  const posts = createRounds<undefined>({
    act: (round) => tellOfPosts({ db, realtime }, [...round.keys()]),
    onError: (error) => log.error({ err: error }, "couldn't tell pages of changed posts"),
    most: 1,
  });
  realtime.signals.on('postChanged', ({ postId }) => {
    if (realtime.usersIn(postPrefix + postId).size > 0) posts.add(postId, undefined);
  });
  const sights = createRounds<SightOfPosts>({
    act: async (round) => {
      for (const sight of [...round.values()].flat())
        await tellOfPosts({ db, realtime }, await openPosts({ db, realtime }, sight), { isUnchanged: true });
    },
    onError: (error) => log.error({ err: error }, "couldn't find out which open posts somebody has lost sight of"),
    most: 1,
  });
  realtime.signals.on('postSightChanged', (sight) => sights.add(JSON.stringify(sight), sight));

  const feeds = createRounds<undefined>({
    act: () => realtime.toEverybodyHere('feedChanged', { within: withinSeconds(realtime.socketsHere) }),
    onError: (error) => log.error({ err: error }, "couldn't tell pages of new posts"),
    most: 1,
  });
  realtime.signals.on('feedChanged', () => feeds.add('', undefined));
  return {
    close() {
      posts.close();
      sights.close();
      feeds.close();
    },
  };
}

/** What's said of a post that's gone, or that somebody sees no longer. */
const goneOf = (postId: string) =>
  ({
    post_id: postId,
    stats: { upvote_count: 0, downvote_count: 0, comment_count: 0 },
    content: '',
    edited_at: null,
    gone: true,
  }) as const;

type Parts = Pick<Platform, 'db' | 'realtime'>;

/** The posts that people here have open, of those that somebody may have lost sight of. */
async function openPosts({ db, realtime }: Parts, { userIds, ...which }: SightOfPosts): Promise<string[]> {
  const open = realtime
    .roomsNamed(postPrefix)
    .filter((id) => userIds === undefined || userIds.some((userId) => realtime.usersIn(postPrefix + id).has(userId)));
  const found: string[] = [];
  for (let start = 0; start < open.length; start += postsAtOnce)
    found.push(...(await listAmong(db.kysely, open.slice(start, start + postsAtOnce), which)));
  return found;
}

/**
 * Tells whoever has these posts open how they are now, unless that's as before; whoever no longer sees one learns that it's gone, and nothing
 * more of it.
 */
async function tellOfPosts(
  { db, realtime }: Parts,
  posts: readonly string[],
  { isUnchanged = false } = {},
): Promise<void> {
  const pairs = posts.flatMap((postId) =>
    [...realtime.usersIn(postPrefix + postId)].map((userId) => ({ postId, userId })),
  );
  for (let start = 0; start < pairs.length; start += pairsAtOnce) {
    const asked = pairs.slice(start, start + pairsAtOnce);
    const rows = await readLive(db.hot, {
      posts: asked.map(({ postId }) => postId),
      users: asked.map(({ userId }) => userId),
    });
    for (const [postId, those] of Map.groupBy(rows, ({ post_id }) => post_id)) {
      const room = postPrefix + postId;
      const [seeing, lost] = [those.filter(({ sees }) => sees), those.filter(({ sees }) => !sees)];
      const body = seeing[0]?.body;
      const send = (people: typeof those, change: Parameters<PostServerEvents['postChanged']>[0]) => {
        const userIds = people.map(({ user_id }) => user_id);
        if (userIds.length > 0) realtime.toUsersInHere(room, userIds, 'postChanged', change);
      };
      if (!isUnchanged && body !== undefined && body !== null) {
        for (const [poll, alike] of Map.groupBy(seeing, (one) => one.poll)) {
          send(alike, { ...JSON.parse(body), ...(poll !== 'null' && { poll: JSON.parse(poll) }) });
        }
      }
      send(lost, goneOf(postId));
      realtime.removeHere(
        room,
        lost.map(({ user_id }) => user_id),
      );
    }
  }
}

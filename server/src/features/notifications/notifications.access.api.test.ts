import { expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { fact, row } from '#platform/database/expressions.ts';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isShown, isTellable } from './notifications.access.ts';

const world = await testWorld();
const { platform } = world;

/** People who block or mute each other, or are away, with what they wrote, voted for and follow. */
async function fill(random: (below: number) => number) {
  const ids = await insertUsers(world, 10);
  const some = () => ids[random(ids.length)] as string;
  const [apart, muted, away, hides] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  const [follows, members] = [new Set<string>(), new Set<string>()];
  const relate = (by: string, of: string, kind: string) =>
    world.sql('insert into relations (user_id, other_id, kind) values ($1, $2, $3)', [by, of, kind]);
  for (const [index, by] of ids.entries()) {
    const of = ids[(index + 1 + random(3)) % ids.length] as string;
    if (random(3) === 0) {
      await relate(by, of, 'block');
      await relate(of, by, 'blocked_by');
      apart.add(`${by} ${of}`).add(`${of} ${by}`);
    } else if (random(2) === 0) {
      await relate(by, of, 'mute');
      muted.add(`${by} ${of}`);
    }
    for (const followee of ids)
      if (followee !== by && random(2) === 0) {
        await world.sql('insert into follows (follower_id, followee_id) values ($1, $2)', [by, followee]);
        follows.add(`${by} ${followee}`);
      }
    if (random(4) === 0) {
      await world.sql(`insert into notification_settings (user_id, hidden_types) values ($1, '{vote}')`, [by]);
      hides.add(`${by} vote`);
    }
    if (random(6) > 0) continue;
    await world.sql(
      `insert into away_accounts (user_id, kind, since, ends_at) values ($1, 'deactivated', now(), now())`,
      [by],
    );
    away.add(by);
  }
  const creatorId = some();
  const { id: communityId } = await createCommunityOf(platform, { creatorId, handle: 'secret', visibility: 'private' });
  members.add(creatorId);
  for (const userId of ids)
    if (userId !== creatorId && random(2) === 0) {
      await world.sql('insert into community_members (community_id, user_id) values ($1, $2)', [communityId, userId]);
      members.add(userId);
    }
  return { ids, some, apart, muted, away, hides, follows, members, creatorId, communityId };
}

type Scene = Awaited<ReturnType<typeof fill>>;

interface Post {
  id: string;
  authorId: string;
  isPrivate: boolean;
  isRemoved: boolean;
  votes: Set<string>;
  comments: { id: string; authorId: string; isRemoved: boolean }[];
}

/** Posts with votes and comments, some of which are removed. */
async function write({ ids, some, communityId }: Scene, random: (below: number) => number): Promise<Post[]> {
  const posts: Post[] = [];
  for (let n = 0; n < 12; n += 1) {
    const [authorId, isPrivate, isRemoved] = [some(), random(3) === 0, random(4) === 0];
    const id = await createTextPost(platform, { authorId, ...(isPrivate && { communityId }) });
    if (isRemoved) await world.sql(`update posts set removal = '{}' where id = $1`, [id]);
    const votes = new Set<string>();
    for (const voter of ids) {
      const value = [1, 0, -1][random(3)];
      await world.sql('insert into post_votes (post_id, user_id, value) values ($1, $2, $3)', [id, voter, value]);
      if (value === 1) votes.add(voter);
    }
    const comments: Post['comments'] = [];
    for (let n = 0; n < 3; n += 1) {
      const comment = { id: platform.newId(), authorId: some(), isRemoved: random(4) === 0 };
      await world.sql(
        `insert into comments (id, post_id, author_id, created_at, content, removal) values ($1, $2, $3, now(), 'Hi', $4)`,
        [comment.id, id, comment.authorId, comment.isRemoved ? '{}' : null],
      );
      comments.push(comment);
    }
    posts.push({ id, authorId, isPrivate, isRemoved, votes, comments });
  }
  return posts;
}

test.each([1, 2])(
  'people are notified only of what they can see now, by people they can see (seed %i)',
  async (seed) => {
    await world.sql('truncate users, communities cascade');
    const random = randomOf(seed);
    const scene = await fill(random);
    const { some, apart, muted, away, hides, follows, members, creatorId } = scene;
    const posts = await write(scene, random);
    const expected = new Map<string, { isTellable: boolean; isShown: boolean }>();
    for (let n = 0; n < 200; n += 1) {
      const [userId, type] = [some(), (['vote', 'comment', 'follow', 'announcement', 'invite'] as const)[random(5)]];
      const post = posts[random(posts.length)] as Post;
      const comment = post.comments[random(3)] as Post['comments'][0];
      const actors = [...new Set([some(), some()])];
      const moderates = post.isPrivate && userId === creatorId;
      const seesAuthor = (authorId: string) => moderates || !apart.has(`${userId} ${authorId}`);
      const seesPost =
        (!post.isRemoved || post.authorId === userId || moderates) &&
        (!post.isPrivate || members.has(userId)) &&
        seesAuthor(post.authorId) &&
        !away.has(post.authorId);
      const seesComment =
        (!comment.isRemoved || comment.authorId === userId || moderates) &&
        seesAuthor(comment.authorId) &&
        !away.has(comment.authorId);
      const did = {
        vote: (actor: string) => seesPost && post.votes.has(actor),
        comment: (actor: string) => seesPost && seesComment && comment.authorId === actor,
        follow: (actor: string) => follows.has(`${actor} ${userId}`),
        announcement: () => seesPost,
        invite: () => true,
      }[type ?? 'invite'];
      const named = actors.filter(
        (actor) =>
          !away.has(actor) && !apart.has(`${userId} ${actor}`) && !muted.has(`${userId} ${actor}`) && did(actor),
      );
      const isTellableNow = type === 'announcement' ? seesPost : named.length > 0;
      const id = platform.newId();
      await world.sql(
        `insert into notifications (user_id, id, type, subject, actors, post_id, comment_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, now())`,
        [
          userId,
          id,
          type,
          id,
          actors,
          type === 'follow' || type === 'invite' ? null : post.id,
          type === 'comment' ? comment.id : null,
        ],
      );
      expected.set(id, { isTellable: isTellableNow, isShown: isTellableNow && !hides.has(`${userId} ${type}`) });
    }
    const rows = await platform.db.kysely
      .selectFrom('notifications')
      .select(['id', 'type'])
      .select([
        fact(isTellable(row('notifications'))).as('isTellable'),
        fact(isShown(row('notifications'))).as('isShown'),
      ])
      .execute();
    expect(rows).toHaveLength(200);
    for (const type of ['vote', 'comment', 'follow', 'announcement'])
      expect(new Set(rows.filter((one) => one.type === type).map((one) => one.isTellable)).size, type).toBe(2);
    for (const { id, type, ...found } of rows) expect(found, type).toEqual(expected.get(id));
  },
);

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { communitiesOfPosts } from '#features/communities/posts.service.ts';
import { refusalToRespond } from '#features/posts/public.ts';
import { row } from '#platform/database/expressions.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { fillExplainedWorld } from '../../../test/explain-world.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { mayDeleteComment, mayEditComment } from './comments.access.ts';
import { readComment } from './comments.queries.ts';
import { mayDelete, obstaclesToEditing } from './comments.rules.ts';
import { findAllGated } from './explain.queries.ts';

const world = await testWorld();
const there = await fillExplainedWorld(world, randomOf(3));

test('the database and the rules agree on who may edit and delete which comment', async () => {
  const { kysely } = world.platform.db;
  const rows = await kysely
    .selectFrom(['comments', 'users'])
    .select(['comments.id', 'comments.post_id', 'users.id as userId'])
    .select([
      sql<boolean>`coalesce(${mayEditComment(row('comments'), sql.ref('users.id'))}, false)`.as('edits'),
      sql<boolean>`coalesce(${mayDeleteComment(row('comments'), sql.ref('users.id'))}, false)`.as('deletes'),
    ])
    .execute();
  // One statement for all pairs: planning one for each takes most of a minute.
  const found = new Map((await findAllGated(kysely)).map((comment) => [`${comment.id} ${comment.viewerId}`, comment]));
  expect(found.size).toBe(rows.length);
  const seen = new Set<string>();
  for (const { id, post_id, userId, edits, deletes } of rows) {
    const comment = found.get(`${id} ${userId}`);
    if (!comment?.isPostSeen) continue;
    expect(deletes).toBe(mayDelete(comment));
    const may =
      obstaclesToEditing(comment).length === 0 &&
      !(await refusalToRespond(world.platform, communitiesOfPosts, post_id, userId));
    expect(edits).toBe(may);
    seen.add(`${edits} ${deletes}`);
  }
  expect(there.comments.length).toBeGreaterThan(0);
  expect([...seen].sort()).toEqual(['false false', 'false true', 'true true']);
});

test("a single comment is returned to people who see its post and the comment; for others it's 404, or shown as deleted above its replies", async () => {
  const { db, sessions } = world.platform;
  const all = await findAllGated(db.kysely);
  const seen = new Map<string, number>();
  for (const viewerId of new Set(all.map((one) => one.viewerId))) {
    const tokenHash = hashToken(await sessions.create(db.kysely, viewerId));
    for (const one of all.filter((each) => each.viewerId === viewerId)) {
      const { isPostSeen, isShown, isNotApart, isAuthorHere, isInSeenThread } = one;
      const answer = await readComment(db.reads, tokenHash, one.id);
      const comment = answer?.body == null ? undefined : JSON.parse(answer.body).comment;
      const isWhole = comment !== undefined && comment.content === one.content && !comment.deleted;
      expect(isWhole, `${one.id} ${viewerId}`).toBe(
        isPostSeen && isShown && isNotApart && isAuthorHere && isInSeenThread,
      );
      if (!isPostSeen) expect(comment).toBeUndefined();
      const outcome = isWhole ? 'whole' : (comment?.deleted ?? 'gone');
      seen.set(String(outcome), (seen.get(String(outcome)) ?? 0) + 1);
    }
  }
  expect([...seen.keys()].sort()).toEqual(['gone', 'true', 'whole']);
});

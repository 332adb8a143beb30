import { limits } from '@hubbub/contract/platform/limits.ts';
import { sql } from 'kysely';
import type { Pipeline } from '#platform/database/database.ts';
import { builder, eb, row } from '#platform/database/expressions.ts';
import { once, sessionColumns, sessionOf, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { type FeedPageRow, sources, withNewestOf } from './feeds.queries.ts';
import { pageFrom, pageJson } from './page.queries.ts';
import { fillPosts, postJson } from './post-json.queries.ts';
import { isForFeeds, postInFeedOf } from './posts.access.ts';

/** Only this many of the newest posts are compared. */
const compared = 1000;

const posts = row('posts');
const score = eb(posts.upvote_count, '-', posts.downvote_count);

const topStatement = once(() =>
  statement<{ tokenHash: Buffer; since: Date }, FeedPageRow>(
    'posts-top-communities',
    (db, { tokenHash, since }) => {
      const rows = eb
        .selectFrom(sql<{ id: string }>`candidates`.as('candidates'))
        .innerJoin('posts', 'posts.id', 'candidates.id')
        .select(['posts.id', postJson(posts, viewer).as('item')])
        .where(posts.created_at, '>', sql<Date>`${since}::timestamptz`)
        .where(postInFeedOf(posts, viewer))
        .orderBy(score, 'desc')
        .orderBy('posts.id', 'desc')
        .limit(limits.topPosts);
      const end = builder.selectNoFrom(sql<string>`null::text`.as('last'));
      const newest = withNewestOf(db, sources.communities, compared, sql`${lastPossibleId}`);
      const page = pageFrom({ rows, size: limits.topPosts + 1, bound: end, isThere: isForFeeds(posts) }, newest);
      return db
        .selectFrom(sessionOf(tokenHash).as('session'))
        .crossJoinLateral(page.as('page'))
        .select([pageJson.as('body'), 'page.number', 'page.next', ...sessionColumns]);
    },
    { mayLag: true },
  ),
);

/** `{"posts": […], "next": null}`: the posts with the highest scores in the caller's communities since a time. Undefined without a session. */
export async function readTop(pipeline: Pipeline, tokenHash: Buffer, since: Date): Promise<FeedPageRow | undefined> {
  const [found] = await topStatement()(pipeline, { tokenHash, since });
  return await fillPosts(pipeline, tokenHash, found, 'inFeed');
}

import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import { followedBy } from '#features/relations/public.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { and, builder, byKey, eb, type Id, row, unforeseen, type Value } from '#platform/database/expressions.ts';
import type { JsonRow } from '#platform/database/json.ts';
import {
  perSize,
  type SessionColumns,
  sessionColumns,
  sessionOf,
  viewer,
} from '#platform/database/session-statement.ts';
import { type StatementOptions, statement } from '#platform/database/statement.ts';
import type { Tables } from '#platform/database/tables.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { lastOf, lookedThrough, lookOn, newestBefore, type Page, pageFrom, pageJson } from './page.queries.ts';
import { communityByHandle, joinedBy } from './post-communities.access.ts';
import { fillPosts, postJson } from './post-json.queries.ts';
import { isForFeeds, postInCommunityOf, postInFeedOf } from './posts.access.ts';

const isThere = isForFeeds(row('posts'));
const newest = row('posts', 'newest');

/** Selects a page: the reader, and the post it starts after. */
interface PageValues {
  tokenHash: Buffer;
  before: string;
}

/** Only pages up to this size share a statement: for larger ones, PostgreSQL spends next to no time on starting the statement. */
const shortPage = 10;
/** The key by which pages can share a statement. */
const pageOptions = (size: number): StatementOptions<PageValues> => ({
  mayLag: true,
  ...(size <= shortPage && { together: { tokenHash: 'bytea', before: 'uuid' } }),
});

const everyone = perSize((size) =>
  statement<PageValues, FeedPageRow>(
    `posts-page-${size}`,
    (db, { tokenHash, before }) => {
      const posts = newestBefore(before, isThere).selectAll('posts').limit(lookedThrough);
      const rows = eb
        .selectFrom(posts.as('posts'))
        .select(['posts.id', postJson(row('posts'), viewer).as('item')])
        .where(postInFeedOf(row('posts'), viewer))
        .orderBy('posts.id', 'desc')
        .limit(size);
      return db
        .selectFrom(sessionOf(tokenHash).as('session'))
        .crossJoinLateral(pageFrom({ rows, size, bound: lastOf(before, isThere), isThere }).as('page'))
        .select([pageJson.as('body'), 'page.number', 'page.next', ...sessionColumns])
        .select((page) => page.exists(page.selectFrom('site_announcement')).as('announced'));
    },
    pageOptions(size),
  ),
);

/** The sources of a feed's posts: the people somebody follows, or the communities they joined. */
interface Sources {
  /** A select of their ids, as `id`. */
  ids: Value<{ id: string }>;
  /** The column of posts that has the source. */
  column: 'author_id' | 'community_id';
}

export const sources: Record<Exclude<Feed, 'everyone'>, Sources> = {
  following: { ids: followedBy(viewer).unionAll(builder.selectNoFrom(viewer.as('id'))), column: 'author_id' },
  communities: { ids: joinedBy(viewer), column: 'community_id' },
};

/** With fewer sources than this, a page rarely fits into everyone's newest posts. */
const fewSources = 50;

/** The newest posts of a source before a post. */
const postsOf = (source: Id, column: Sources['column'], before: RawBuilder<string>) =>
  eb
    .selectFrom('posts')
    .where(`posts.${column}`, '=', source)
    .where('posts.id', '<', unforeseen(before, 'uuid'))
    .where(isThere)
    .orderBy('posts.id', 'desc');

/**
 * The `most` newest posts of the sources, in CTEs of which the last is called `candidates`: from everyone's newest posts or, if these
 * contain too few, the newest of each source that posted last.
 */
// `is true` keeps the planner from a join, which would read all of them instead of stopping at the last one needed.
export function withNewestOf(
  db: QueryCreator<Tables>,
  { ids, column }: Sources,
  most: number,
  before: RawBuilder<string>,
): QueryCreator<Tables> {
  const fewRecent = sql<number>`(select count(*) from recent)`;
  return db
    .with(
      (cte) => cte('source').notMaterialized(),
      () => sql<{ id: string }>`${ids}`,
    )
    .with(
      (cte) => cte('recent').materialized(),
      (cte) =>
        cte
          .selectFrom(
            newestBefore(before, isThere)
              .select(['posts.id', `posts.${column} as source`])
              .limit(lookedThrough)
              .as('newest'),
          )
          .select('newest.id')
          .where((is) => is.exists(is.selectFrom('source').offset(sql.lit(fewSources - 1))))
          .where(
            (is) => sql<boolean>`(${is('newest.source', 'in', is.selectFrom('source').select('source.id'))}) is true`,
          )
          .orderBy('newest.id', 'desc')
          .limit(most),
    )
    .with(
      (cte) => cte('candidates').materialized(),
      (cte) => {
        const latest = cte
          .selectFrom('source')
          .crossJoinLateral(postsOf(sql.ref('source.id'), column, before).select('posts.id').limit(1).as('latest'))
          .select('source.id')
          .orderBy('latest.id', 'desc')
          .limit(most);
        const merged = cte
          .selectFrom(latest.as('chosen'))
          .crossJoinLateral(postsOf(sql.ref('chosen.id'), column, before).select('posts.id').limit(most).as('newest'))
          .select('newest.id')
          .orderBy('newest.id', 'desc')
          .limit(most);
        return cte
          .selectFrom('recent')
          .select('recent.id')
          .where(fewRecent, '=', most)
          .unionAll(cte.selectFrom(merged.as('merged')).selectAll().where(fewRecent, '<', most));
      },
    );
}

const candidates = sql<{ id: string }>`candidates`.as('candidates');

/** How many candidates are read for a page: more than it holds, because some may not be shown. */
const looks = { quick: (size: number) => 2 * size, thorough: () => 500 };

const sourcesStatement = (feed: keyof typeof sources, look: keyof typeof looks) =>
  perSize((size) =>
    statement<PageValues, FeedPageRow>(
      `posts-page-${feed}-${look}-${size}`,
      (db, { tokenHash, before }) => {
        const most = looks[look](size);
        const latestFirst = eb.selectFrom(candidates).select('candidates.id').orderBy('candidates.id', 'desc');
        const rows = eb
          .selectFrom(latestFirst.as('candidates'))
          .crossJoinLateral((join) =>
            join
              .selectFrom('posts')
              .selectAll('posts')
              .whereRef('posts.id', '=', 'candidates.id')
              .offset(byKey)
              .as('newest'),
          )
          .select(['candidates.id', postJson(newest, viewer).as('item')])
          .where(postInFeedOf(newest, viewer))
          .orderBy('candidates.id', 'desc')
          .limit(size);
        const bound = eb
          .selectFrom(candidates)
          .select((last) => last.cast<string>('candidates.id', 'text').as('last'))
          .orderBy('candidates.id', 'desc')
          .offset(most - 1)
          .limit(1);
        const page = pageFrom({ rows, size, bound, isThere }, withNewestOf(db, sources[feed], most, before));
        return db
          .selectFrom(sessionOf(tokenHash).as('session'))
          .crossJoinLateral(page.as('page'))
          .select([pageJson.as('body'), 'page.number', 'page.next', ...sessionColumns]);
      },
      pageOptions(size),
    ),
  );
const ofSources = {
  following: { quick: sourcesStatement('following', 'quick'), thorough: sourcesStatement('following', 'thorough') },
  communities: {
    quick: sourcesStatement('communities', 'quick'),
    thorough: sourcesStatement('communities', 'thorough'),
  },
};

const isInKnown = and(eb(row('posts').community_id, '=', sql.ref<string>('known.id')), isThere);

const communityPageStatement = perSize((size) =>
  statement<PageValues & { handle: string }, Omit<Page, 'body'> & JsonRow>(
    `posts-page-community-${size}`,
    (db, { tokenHash, before, handle }) => {
      const known = sql.ref<string>('known.id');
      const rows = eb
        .selectFrom(postsOf(known, 'community_id', before).selectAll('posts').limit(lookedThrough).as('newest'))
        .select(['newest.id', postJson(newest, viewer).as('item')])
        // Moderators of the community see everybody there.
        .where(postInCommunityOf(newest, viewer))
        .orderBy('newest.id', 'desc')
        .limit(size);
      const page = pageFrom({ rows, size, bound: lastOf(before, isInKnown), isThere: isInKnown });
      return db
        .selectFrom(sessionOf(tokenHash).as('session'))
        .leftJoinLateral(communityByHandle(handle, viewer).as('known'), (join) => join.onTrue())
        .leftJoinLateral(page.as('page'), (join) => join.on('known.id', 'is not', null))
        .select(['page.number', 'page.next', ...sessionColumns])
        .select((page) => page.case().when('known.id', 'is not', null).then(pageJson).end().as('body'));
    },
    { mayLag: true },
  ),
);

/**
 * `{"posts": […], "next"}`: the `size` newest posts older than `before` in one community. Undefined without a session; a null body for a
 * community that the caller may not know about.
 */
export async function readCommunityPage(
  pipeline: Pipeline,
  tokenHash: Buffer,
  page: { handle: string; size: number; before: string | undefined },
): Promise<JsonRow | undefined> {
  const read = communityPageStatement(page.size);
  const found = await lookOn(page.before, async (before) => {
    const [first] = await read(pipeline, { tokenHash, before: before ?? lastPossibleId, handle: page.handle });
    return first;
  });
  return await fillPosts(pipeline, tokenHash, found, 'inFeed');
}

/** Which page of a feed. */
interface FeedPage {
  feed: Feed;
  size: number;
  /** The id of the post it starts after; undefined: the first page. */
  before: string | undefined;
}

/** `announced`: the site has an announcement; only relevant for pages of everyone's posts. */
export type FeedPageRow = Page & { body: string; announced?: boolean };

/** `{"posts": […], "next"}`: the `size` newest posts older than `before`. Undefined without a session. */
export async function readPage(
  pipeline: Pipeline,
  tokenHash: Buffer,
  page: FeedPage,
): Promise<FeedPageRow | undefined> {
  const found = await lookOn(page.before, (before) => readDraft(pipeline, tokenHash, { ...page, before }));
  return await fillPosts(pipeline, tokenHash, found, 'inFeed');
}

/** The page with gaps. */
async function readDraft(
  pipeline: Pipeline,
  tokenHash: Buffer,
  { feed, size, before }: FeedPage,
): Promise<FeedPageRow | undefined> {
  const read = async (run: ReturnType<typeof everyone>) =>
    (await run(pipeline, { tokenHash, before: before ?? lastPossibleId }))[0];
  if (feed === 'everyone') return await read(everyone(size));
  const { quick, thorough } = ofSources[feed];
  const page = await read(quick(size));
  return page && page.number < size && page.next !== null ? await read(thorough(size)) : page;
}

/** How many posts by others are newer than a given one; only the newest of everyone's are searched. */
const newerStatement = (feed: Feed) =>
  statement<{ tokenHash: Buffer; after: string }, SessionColumns & { number: number }>(
    `posts-newer-${feed}`,
    (db, { tokenHash, after }) => {
      const posts = eb
        .selectFrom('posts')
        .selectAll('posts')
        .where('posts.id', '>', after)
        .where(isThere)
        .orderBy('posts.id', 'desc')
        .limit(lookedThrough);
      const others = eb
        .selectFrom(posts.as('newest'))
        .where('newest.author_id', '<>', viewer)
        .$if(feed !== 'everyone', (of) => {
          const { ids, column } = sources[feed as keyof typeof sources];
          return of.where(`newest.${column}`, 'in', sql<string>`${ids}`);
        })
        .where(postInFeedOf(newest, viewer))
        .limit(limits.newerPosts);
      return db
        .selectFrom(sessionOf(tokenHash).as('session'))
        .selectAll('session')
        .select(
          eb
            .selectFrom(others.as('newer'))
            .select((newer) => newer.cast<number>(newer.fn.countAll(), 'integer').as('number'))
            .as('number'),
        );
    },
    { mayLag: true },
  );
const newer = {
  everyone: newerStatement('everyone'),
  following: newerStatement('following'),
  communities: newerStatement('communities'),
};

/** How many posts of a feed are newer than a given one, up to `limits.newerPosts`. Undefined without a session. */
export async function countNewer(
  pipeline: Pipeline,
  tokenHash: Buffer,
  { feed, after }: { feed: Feed; after: string },
): Promise<(SessionColumns & { number: number }) | undefined> {
  return (await newer[feed](pipeline, { tokenHash, after }))[0];
}

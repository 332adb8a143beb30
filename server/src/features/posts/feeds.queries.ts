import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { followedByText } from '#features/relations/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import type { JsonRow } from '#platform/database/json.ts';
import { once, perSize, type SessionColumns, sessionOfToken } from '#platform/database/session-statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { lastOf, lookedThrough, lookOn, type Page, pageFrom, pageJson, pageText } from './page.queries.ts';
import { joinedByText, placeByHandleText } from './places.access.ts';
import { fillPosts, postJson } from './post-json.queries.ts';
import { isForFeedsText, postInCommunityOfText, postInFeedOfText } from './posts.access.ts';

const viewer = 'session.user_id';

/** With more posts on a page, PostgreSQL takes most of its time for these, and next to none for starting the statement. */
const shortPage = 10;
/** What lets pages share a statement: the types of their values, the token's hash and the post that the page follows. */
const sharedIfShort = (size: number): Pick<Statement, 'together'> =>
  size <= shortPage ? { together: ['bytea', 'uuid'] } : {};

const everyone = perSize(
  (size): Statement => ({
    name: `posts-page-${size}`,
    mayLag: true,
    ...sharedIfShort(size),
    text: pageText(
      pageFrom({
        rows: `select posts.id, ${postJson('posts', viewer)} as item
          from (
            select posts.* from posts where posts.id < $2 and ${isForFeedsText('posts')} order by posts.id desc limit ${lookedThrough}
          ) posts
          where ${postInFeedOfText('posts', viewer)}
          order by posts.id desc limit ${size}`,
        size,
        bound: lastOf(isForFeedsText('posts')),
        isThere: isForFeedsText('posts'),
      }),
      ' exists (select from site_announcement) as announced,',
    ),
  }),
);

/** Where a feed's posts come from: the people somebody follows, or the communities they joined. */
interface Sources {
  /** A select of their ids, as `id`. */
  ids: string;
  /** Which column of posts has them. */
  column: 'author_id' | 'community_id';
}

const sources: Record<Exclude<Feed, 'everyone'>, Sources> = {
  following: { ids: `${followedByText(viewer)} union all select ${viewer}`, column: 'author_id' },
  communities: { ids: joinedByText(viewer), column: 'community_id' },
};

/** Whoever has fewer sources rarely has a page among everyone's newest posts. */
const fewSources = 50;

/** Which posts of a source there are before `$2`. */
// `(select $2)` keeps the planner from seeing the value: some make a plan seem cheaper than the cached one, so it would plan each page.
const postsOf = (source: string, column: Sources['column']) =>
  `posts.${column} = ${source}.id and posts.id < (select $2::uuid) and ${isForFeedsText('posts')}`;

/**
 * The `most` newest posts of the sources, in CTEs of which the last is called `candidates`: among everyone's newest posts, or, if there are too
 * few, the newest of each source that posted last.
 */
// `is true` keeps the planner from joining: it would look through all of them, and not stop at the last one needed.
const newestOf = ({ ids, column }: Sources, most: number) => `
    source as not materialized (${ids}),
    recent as materialized (
      select newest.id from (
        select posts.id, posts.${column} as source from posts where posts.id < $2 and ${isForFeedsText('posts')}
        order by posts.id desc limit ${lookedThrough}
      ) newest
      where exists (select from source offset ${fewSources - 1}) and (newest.source in (select source.id from source)) is true
      order by newest.id desc limit ${most}
    ),
    candidates as materialized (
      select recent.id from recent where (select count(*) from recent) = ${most}
      union all
      select * from (
        select newest.id from (
          select source.id from source
            cross join lateral (select posts.id from posts where ${postsOf('source', column)} order by posts.id desc limit 1) latest
          order by latest.id desc limit ${most}
        ) chosen
          cross join lateral (select posts.id from posts where ${postsOf('chosen', column)} order by posts.id desc limit ${most}) newest
        order by newest.id desc limit ${most}
      ) merged where (select count(*) from recent) < ${most}
    )`;

/** How many candidates are looked at for a page: more if some aren't shown, so that it wouldn't be full. */
const looks = { quick: (size: number) => 2 * size, thorough: () => 500 };

const sourcesStatement = (feed: keyof typeof sources, look: keyof typeof looks) =>
  perSize((size): Statement => {
    const most = looks[look](size);
    return {
      name: `posts-page-${feed}-${look}-${size}`,
      mayLag: true,
      ...sharedIfShort(size),
      text: pageText(`with ${newestOf(sources[feed], most)}
        ${pageFrom({
          rows: `select candidates.id, ${postJson('newest', viewer)} as item
            from (select candidates.id from candidates order by candidates.id desc) candidates
              cross join lateral (select posts.* from posts where posts.id = candidates.id offset 0) newest
            where ${postInFeedOfText('newest', viewer)}
            order by candidates.id desc limit ${size}`,
          size,
          bound: `(select candidates.id::text from candidates order by candidates.id desc offset ${most - 1} limit 1)`,
          isThere: isForFeedsText('posts'),
        })}`),
    };
  });
const ofSources = {
  following: { quick: sourcesStatement('following', 'quick'), thorough: sourcesStatement('following', 'thorough') },
  communities: {
    quick: sourcesStatement('communities', 'quick'),
    thorough: sourcesStatement('communities', 'thorough'),
  },
};

const isInKnown = `posts.community_id = known.id and ${isForFeedsText('posts')}`;

const communityPageStatement = perSize(
  (size): Statement => ({
    name: `posts-page-community-${size}`,
    mayLag: true,
    text: `select case when known.id is not null then ${pageJson} end as body, page.number, page.next, session.*
      from (${sessionOfToken}) session
        left join lateral (${placeByHandleText('$3', viewer)}) known on true
        left join lateral (${pageFrom({
          // Who moderates it sees everybody there.
          rows: `select newest.id, ${postJson('newest', viewer)} as item
            from (select posts.* from posts where ${postsOf('known', 'community_id')} order by posts.id desc limit ${lookedThrough}) newest
            where ${postInCommunityOfText('newest', viewer)} order by newest.id desc limit ${size}`,
          size,
          bound: lastOf(isInKnown),
          isThere: isInKnown,
        })}) page on known.id is not null`,
  }),
);

/**
 * `{"posts": […], "next"}`: the `size` newest posts older than `before` in one community. Undefined without a session; a null body for a
 * community that the caller may not know of.
 */
export async function readCommunityPage(
  hot: Hot,
  tokenHash: Buffer,
  page: { handle: string; size: number; before: string | undefined },
): Promise<JsonRow | undefined> {
  const statement = communityPageStatement(page.size);
  const row = await lookOn(page.before, async (before) => {
    const [found] = await hot.query<Page>(statement, [tokenHash, before ?? lastPossibleId, page.handle]);
    return found;
  });
  return await fillPosts(hot, tokenHash, row, 'inFeed');
}

/** Which page of a feed. */
interface FeedPage {
  feed: Feed;
  size: number;
  /** The id of the post that it follows; undefined: the first. */
  before: string | undefined;
}

/** `announced`: the site has an announcement; only pages of everyone's posts say so. */
export type FeedPageRow = Page & { body: string; announced?: boolean };

/** `{"posts": […], "next"}`: the `size` newest posts older than `before`. Undefined without a session. */
export async function readPage(hot: Hot, tokenHash: Buffer, page: FeedPage): Promise<FeedPageRow | undefined> {
  const row = await lookOn(page.before, (before) => readDraft(hot, tokenHash, { ...page, before }));
  return await fillPosts(hot, tokenHash, row, 'inFeed');
}

/** The page with gaps. */
async function readDraft(
  hot: Hot,
  tokenHash: Buffer,
  { feed, size, before }: FeedPage,
): Promise<FeedPageRow | undefined> {
  const read = async (statement: Statement) =>
    (await hot.query<FeedPageRow>(statement, [tokenHash, before ?? lastPossibleId]))[0];
  if (feed === 'everyone') return await read(everyone(size));
  const { quick, thorough } = ofSources[feed];
  const page = await read(quick(size));
  return page && page.number < size && page.next !== null ? await read(thorough(size)) : page;
}

/** How many posts by others are newer than one; only the newest of everyone's are looked through. */
const newerStatement = (feed: Feed) =>
  once((): Statement => {
    const isTheirs = () => (feed === 'everyone' ? 'true' : `newest.${sources[feed].column} in (${sources[feed].ids})`);
    return {
      name: `posts-newer-${feed}`,
      mayLag: true,
      text: `select (select count(*)::int from (
          select from (select posts.* from posts where posts.id > $2 and ${isForFeedsText('posts')} order by posts.id desc limit ${lookedThrough}) newest
          where newest.author_id <> ${viewer} and ${isTheirs()} and ${postInFeedOfText('newest', viewer)}
          limit ${limits.newerPosts}
        ) newer) as number, session.*
        from (${sessionOfToken}) session`,
    };
  });
const newer = {
  everyone: newerStatement('everyone'),
  following: newerStatement('following'),
  communities: newerStatement('communities'),
};

/** How many posts of a feed are newer than one, up to `limits.newerPosts`. Undefined without a session. */
export async function countNewer(
  hot: Hot,
  tokenHash: Buffer,
  { feed, after }: { feed: Feed; after: string },
): Promise<(SessionColumns & { number: number }) | undefined> {
  const rows = await hot.query<SessionColumns & { number: number }>(newer[feed](), [tokenHash, after]);
  return rows[0];
}

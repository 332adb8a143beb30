import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import {
  createFollowFilters,
  followedBy,
  inFeedOf,
  isFollowingIn,
  isVersionOfFollows,
  readFollowFilter,
} from '#features/relations/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import type { JsonRow } from '#platform/database/json.ts';
import { once, perSize, type SessionColumns, sessionOfToken } from '#platform/database/session-statement.ts';
import { lastPossibleId, noId } from '#platform/ids.ts';
import { createFeedWays, createHorizon, type Horizon } from './feed-ways.rules.ts';
import { lastOf, lookedThrough, lookOn, type Page, pageFrom, pageJson, pageText } from './page.queries.ts';
import { postPlaces } from './places.access.ts';
import { fillPosts, postJson } from './post-json.queries.ts';
import { accessColumns, isForFeeds, postInCommunityOf, postInFeedOf } from './posts.access.ts';

const viewer = 'session.user_id';

/** With more posts on a page, PostgreSQL takes most of its time for these, and next to none for starting the statement. */
const shortPage = 10;
/**
 * What lets pages share a statement: the types of their values, first the token's hash and the post that the page follows.
 * @param more the types of the values after those
 */
const sharedIfShort = (size: number, more: readonly string[] = []): Pick<Statement, 'together'> =>
  size <= shortPage ? { together: ['bytea', 'uuid', ...more] } : {};

const everyone = perSize(
  (size): Statement => ({
    name: `posts-page-${size}`,
    mayLag: true,
    ...sharedIfShort(size),
    text: pageText(
      pageFrom({
        rows: `select posts.id, ${postJson('posts', viewer)} as item
          from (
            select posts.* from posts where posts.id < $2 and ${isForFeeds('posts')} order by posts.id desc limit ${lookedThrough}
          ) posts
          where ${postInFeedOf('posts', viewer)}
          order by posts.id desc limit ${size}`,
        size,
        bound: lastOf(isForFeeds('posts')),
        isThere: isForFeeds('posts'),
      }),
      ' exists (select from site_announcement) as announced,',
    ),
  }),
);

/** Where a list's posts come from: some people, or some communities. */
interface Sources {
  /** A select of their ids, as `id`. */
  ids: string;
  /** One more of them, if it isn't null. */
  more: string | null;
  /** Which column of posts has them. */
  column: 'author_id' | 'community_id';
  /** Whether the list shows a post of theirs: a condition on a row of posts. */
  shows: (posts: string) => string;
  /** Whether it may show posts of a source: a condition on its id. */
  isShownAtAll: (source: string) => string;
}

/** Conditions of statements that know the sources from a filter, whose bits are `$3` and whose version is `$4`. */
interface Filter {
  /** Whether a post is from a source: a condition on a row of posts. */
  isFrom: (posts: string) => string;
  /** Whether the filter is right: a condition. Without it, posts may be missing. */
  isRight: string;
}

/** Posts of one source, newest first: one look into the index. @param source a row with its `id` */
// `(select $2)` keeps the planner from seeing the value: some make a plan seem cheaper than the cached one, so it would plan each page.
const newestOf = (source: string, column: Sources['column'], { columns, limit }: { columns: string; limit: number }) =>
  `select ${columns} from posts where posts.${column} = ${source}.id and posts.id < (select $2::uuid) and ${isForFeeds('posts')}
    order by posts.id desc limit ${limit}`;

/** How far a source is looked through for the last post that it shows. */
const mostForLatest = 10;

/** The ids of what's shown of a source's newest posts, at most so many. @param most how many of its posts are looked at */
const shownOf = (source: string, { column, shows }: Sources, { most, limit }: { most: number; limit: number }) =>
  `select newest.id from (
      ${newestOf(source, column, { columns: `${accessColumns('posts')}, posts.imported_created_at`, limit: most })}
    ) newest where ${shows('newest')} order by newest.id desc limit ${limit}`;

/** The last of a source's posts that are looked at, as text; null if there are fewer. */
const lastLookedAt = (source: string, { column }: Sources, most: number) =>
  `(${newestOf(source, column, { columns: 'posts.id::text', limit: 1 })} offset ${most - 1})`;

/**
 * The newest posts of the sources. A page of five has posts of no more than the five sources that posted last, so the others are looked
 * into for a single post. What isn't shown counts as looked at: a page ends where a source wasn't looked through.
 */
const newestOfEach = (sources: Sources, size: number) => {
  const { ids, more, isShownAtAll } = sources;
  const most = Math.max(size + 10, Math.floor(600 / size));
  return `with latest as materialized (
      select source.id as source, shown.id,
        case when shown.id is null and ${isShownAtAll('source.id')}
          then ${lastLookedAt('source', sources, mostForLatest)} end as edge
      from (${ids}${more === null ? '' : ` union all select ${more}`}) source
        left join lateral (${shownOf('source', sources, { most: mostForLatest, limit: 1 })}) shown on true
    ),
    looked as materialized (
      select shown.ids, case when cardinality(shown.ids) < ${size} then ${lastLookedAt('chosen', sources, most)} end as edge
      from (
        select latest.source as id from latest where latest.id is not null order by latest.id desc limit ${size}
      ) chosen cross join lateral (select array(${shownOf('chosen', sources, { most, limit: size })}) as ids) shown
    ),
    edge as materialized (
      select greatest((select max(latest.edge) from latest), (select max(looked.edge) from looked)) as at
    )
    ${pageFrom({
      rows: `select posts.id, ${postJson('posts', viewer)} as item
        from (
          select shown.id from looked cross join lateral unnest(looked.ids) shown (id) cross join edge
          where edge.at is null or shown.id >= edge.at::uuid
          order by shown.id desc limit ${size}
        ) page join posts on posts.id = page.id
        order by posts.id desc`,
      size,
      bound: '(select edge.at from edge)',
      isThere: isForFeeds('posts'),
    })}`;
};

/** Whether a post is from one of the sources. */
// The one more isn't put into the list of the others: PostgreSQL would copy all of them once more.
const isFrom = (posts: string, { ids, more, column }: Omit<Sources, 'shows'>) =>
  `(${more === null ? '' : `${posts}.${column} = ${more} or `}${posts}.${column} in (${ids})) is true`;

/** With fewer sources, looking into each takes less time. */
const fewSources = 50;

/** The page's posts of `theirs`, and more are left out as long as they aren't shown. @param condition on the whole page */
const pageOf = (theirs: string, { shows }: Sources, { size, condition }: { size: number; condition: string }) =>
  `select theirs.id, ${postJson('newest', viewer)} as item
    from (${theirs} order by id desc offset 0) theirs
      cross join lateral (select posts.* from posts where posts.id = theirs.id offset 0) newest
    where ${condition} and ${shows('newest')}
    order by theirs.id desc limit ${size}`;

/**
 * The page of many sources, taken from everyone's newest posts; it isn't full if too few of those are from a source. They're looked through
 * in an index that says whose they are (`posts_in_feeds_with_sources`), and only those from a source are read.
 */
// `is true`, `order by` and `offset 0` keep the planner from joining and sorting: it would look through all of them, and not stop when the
// page is full.
const newestAmongAll = (sources: Sources, size: number, filter?: Filter) =>
  pageOf(
    `select recent.id from (
        select posts.id, posts.${sources.column} from posts where posts.id < $2 and ${isForFeeds('posts')}
        order by posts.id desc limit ${lookedThrough}
      ) recent where ${filter ? filter.isFrom('recent') : isFrom('recent', sources)}`,
    sources,
    { size, condition: filter ? filter.isRight : `exists (${sources.ids} offset ${fewSources - 1})` },
  );

/** The same among those after a horizon, for somebody with many sources: that's less work than counting how many are looked through. */
const newestSince = (sources: Sources, size: number, filter?: Filter) =>
  pageOf(
    `select posts.id from posts where posts.id < $2 and posts.id > ${filter ? '$5' : '$3'} and ${isForFeeds('posts')}
        and ${filter ? filter.isFrom('posts') : isFrom('posts', sources)}`,
    sources,
    { size, condition: filter ? filter.isRight : 'true' },
  );

/** @param page a select of a page; `more`: the types of the values after a page's own */
const pageStatement = (name: string, page: (size: number) => string, more: readonly string[] = []) =>
  perSize(
    (size): Statement => ({
      name: `posts-page-${name}-${size}`,
      mayLag: true,
      ...sharedIfShort(size, more),
      text: pageText(page(size)),
    }),
  );

/** A page that counts only if it's full. */
const ifFull = (rows: string, size: number) => pageFrom({ rows, size, bound: 'null', isThere: isForFeeds('posts') });

/** Several statements, because PostgreSQL spends a third of a page's time on preparing the parts of a statement that it doesn't need. */
const amongEveryones = (name: string, sources: () => Sources, filter?: Filter) => {
  const more = filter ? ['bytea', 'text'] : [];
  return {
    all: pageStatement(`among-${name}`, (size) => ifFull(newestAmongAll(sources(), size, filter), size), more),
    since: pageStatement(`since-${name}`, (size) => ifFull(newestSince(sources(), size, filter), size), [
      ...more,
      'uuid',
    ]),
  };
};

const shows = (posts: string) => postInFeedOf(posts, viewer);
const sources: Record<Exclude<Feed, 'everyone'>, () => Sources> = {
  following: () => ({
    ids: followedBy(viewer),
    more: viewer,
    column: 'author_id',
    shows,
    isShownAtAll: (author) => inFeedOf(viewer, author),
  }),
  communities: () => ({
    ids: postPlaces().joinedBy(viewer),
    more: null,
    column: 'community_id',
    shows,
    isShownAtAll: () => 'true',
  }),
};
const among = {
  following: amongEveryones('following', sources.following),
  communities: amongEveryones('joined', sources.communities),
  filtered: amongEveryones('filtered', sources.following, {
    isFrom: (posts) => `(${posts}.author_id = ${viewer} or ${isFollowingIn('$3', viewer, `${posts}.author_id`)})`,
    isRight: isVersionOfFollows('$4', viewer),
  }),
};
const ofEach = {
  following: pageStatement('following', (size) => newestOfEach(sources.following(), size)),
  communities: pageStatement('joined', (size) => newestOfEach(sources.communities(), size)),
};

const isInKnown = `posts.community_id = known.id and ${isForFeeds('posts')}`;

const communityPageStatement = perSize(
  (size): Statement => ({
    name: `posts-page-community-${size}`,
    mayLag: true,
    text: `select case when known.id is not null then ${pageJson} end as body, page.number, page.next, session.*
      from (${sessionOfToken}) session
        left join lateral (${postPlaces().byHandle('$3', viewer)}) known on true
        left join lateral (${pageFrom({
          // Who moderates it sees everybody there.
          rows: `select newest.id, ${postJson('newest', viewer)} as item
            from (${newestOf('known', 'community_id', { columns: 'posts.*', limit: lookedThrough })}) newest
            where ${postInCommunityOf('newest', viewer)} order by newest.id desc limit ${size}`,
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

const ways = createFeedWays();
const filters = createFollowFilters();

const horizonStatement: Statement = {
  name: 'posts-horizon',
  mayLag: true,
  text: `select posts.id from posts where ${isForFeeds('posts')} order by posts.id desc offset ${lookedThrough - 1} limit 1`,
};
const horizons = new WeakMap<Hot, Horizon>();

function horizonOf(hot: Hot): Horizon {
  const known =
    horizons.get(hot) ??
    createHorizon(async () => (await hot.query<{ id: string }>(horizonStatement, []))[0]?.id ?? noId);
  horizons.set(hot, known);
  return known;
}

/** Which page of a feed. */
interface FeedPage {
  feed: Feed;
  size: number;
  /** The id of the post that it follows; undefined: the first. */
  before: string | undefined;
  now: Date;
}

/** `announced`: the site has an announcement; only pages of everyone's posts say so. */
export type FeedPageRow = Page & { body: string; announced?: boolean };

/**
 * `{"posts": […], "next"}`: the `size` newest posts older than `before`. Undefined without a session. What it costs depends neither on the depth
 * of the page nor, as long as one post in a thousand is theirs, on how many people the caller follows.
 */
export async function readPage(hot: Hot, tokenHash: Buffer, page: FeedPage): Promise<FeedPageRow | undefined> {
  const row = await lookOn(page.before, (before) => readDraft(hot, tokenHash, { ...page, before }));
  return await fillPosts(hot, tokenHash, row, 'inFeed');
}

/** The page with gaps. */
async function readDraft(
  hot: Hot,
  tokenHash: Buffer,
  { feed, size, before, now }: FeedPage,
): Promise<FeedPageRow | undefined> {
  const values = [tokenHash, before ?? lastPossibleId];
  if (feed === 'everyone') return (await hot.query<FeedPageRow>(everyone(size), values))[0];
  const person = tokenHash.toString('latin1');
  const key = `${feed} ${before === undefined ? 'newest' : 'older'} ${person}`;
  const way = ways.next(key);
  if (way !== 'sparse') {
    const horizon = way === 'dense' && before === undefined ? horizonOf(hot).id(now) : undefined;
    const look = ({ all, since }: ReturnType<typeof amongEveryones>, given: readonly unknown[]) =>
      horizon === undefined
        ? hot.query<FeedPageRow>(all(size), given)
        : hot.query<FeedPageRow>(since(size), [...given, horizon]);

    const filter =
      way === 'dense' && feed === 'following' ? filters.of(person, () => readFollowFilter(hot, tokenHash)) : undefined;
    let found: FeedPageRow | undefined;
    if (filter) {
      [found] = await look(among.filtered, [...values, filter.bits, filter.version]);
      if (found && found.number !== size) filters.drop(person);
    }
    if (!filter || (found && found.number !== size)) [found] = await look(among[feed], values);
    if (found?.number === size) ways.found(key);
    if (found === undefined || found.number === size) return found;
    ways.missed(key);
  }
  return (await hot.query<FeedPageRow>(ofEach[feed](size), values))[0];
}

/** How many posts by others are newer than one; only the newest of everyone's are looked through. */
const newerStatement = (feed: Feed) =>
  once((): Statement => {
    const isTheirs = () => (feed === 'everyone' ? 'true' : isFrom('newest', sources[feed]()));
    return {
      name: `posts-newer-${feed}`,
      mayLag: true,
      text: `select (select count(*)::int from (
          select from (select posts.* from posts where posts.id > $2 and ${isForFeeds('posts')} order by posts.id desc limit ${lookedThrough}) newest
          where newest.author_id <> ${viewer} and ${isTheirs()} and ${postInFeedOf('newest', viewer)}
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

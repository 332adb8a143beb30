import type { written } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { sql } from 'kysely';
import { authorJson } from '#features/accounts/public.ts';
import { mentionsJson } from '#features/rich-text/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import {
  and,
  type Condition,
  eb,
  type Id,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import {
  fillGaps,
  gapsJson,
  type Json,
  type JsonRow,
  jsonGap,
  jsonId,
  jsonMembers,
  jsonObject,
  jsonString,
  jsonText,
  jsonTime,
} from '#platform/database/json.ts';
import { sessionOf, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { isBookmarkedBy } from './bookmarks.access.ts';
import { pollJson } from './polls.access.ts';
import { communityJson } from './post-communities.access.ts';
import { filesFor, mayDelete, mayEdit, postQuotedInFeedOf, postVisibleTo } from './posts.access.ts';

type Post = Row<'posts'>;

const nothing = sql.lit('');
const noValue = sql.lit('null');

export const statsJson = (
  posts: Pick<Post, 'upvote_count' | 'downvote_count' | 'comment_count' | 'away_comment_count'>,
): Json =>
  jsonObject({
    upvote_count: posts.upvote_count,
    downvote_count: posts.downvote_count,
    comment_count: eb(posts.comment_count, '-', posts.away_comment_count),
  });

const ifAny = (column: Value<unknown>, json: Value<string | null>) =>
  eb.case().when(column, 'is', null).then(noValue).else(json).end();

/** The contract's `written`, by key. */
const writtenJson = (posts: Post): Record<keyof typeof written, Value<string>> => ({
  content: jsonString(posts.content),
});

/** What may change while a post is shown, by key. */
export const changingJson = (posts: Post) => ({
  post_id: jsonId(posts.id),
  ...writtenJson(posts),
  stats: statsJson(posts),
  edited_at: ifAny(posts.edited_at, jsonTime(posts.edited_at)),
});

/** Whether a viewer is shown a post. */
type Shown = (posts: Post, viewerId: Id) => Condition;

/**
 * The parts that few posts have, as JSON text. The reason of a removal isn't among them: only the statement that found the post knows
 * whether the viewer may see it.
 */
interface Parts {
  /** Members. */
  few: Value<string>;
  /** Only the value. */
  canEdit: Value<string>;
}

const partsOf = (posts: Post, viewerId: Id, quote: Value<string> | ''): Parts => ({
  few: jsonText(
    mentionsJson(posts.mentions, posts.content),
    jsonMembers({ poll: pollJson(posts, viewerId) }),
    quote,
    eb
      .case()
      .when(posts.imported_created_at, 'is', null)
      .then(nothing)
      .else(jsonMembers({ imported: jsonObject({ created_at: jsonTime(posts.imported_created_at) }) }))
      .end(),
  ),
  canEdit: sql<string>`coalesce(${mayEdit(posts, viewerId)}, false)::text`,
});

/** Whether a post has none of the few parts. */
const hasNone = (posts: Post): Condition =>
  and(
    eb(posts.mentions, 'is', null),
    not(posts.has_poll),
    eb(posts.quote_id, 'is', null),
    eb(posts.imported_created_at, 'is', null),
  );
const none = sql.lit(',"mentions":[],"poll":null,"quote":null');

/** The post that a post quotes, without its own quote. */
const quoteJson = (posts: Post, viewerId: Id, shown: Shown): Json => {
  const quoted = row('posts', 'quoted');
  const json = eb
    .selectFrom('posts as quoted')
    .select(jsonWith(quoted, viewerId, partsOf(quoted, viewerId, '')).as('json'))
    .where('quoted.id', '=', posts.quote_id)
    .where(shown(quoted, viewerId));
  return jsonMembers({
    quote: eb
      .case()
      .when(posts.quote_id, 'is', null)
      .then(noValue)
      .else(eb.fn.coalesce(json, sql.lit('{"deleted":true}')))
      .end(),
  });
};

/** A post with some of those parts. Author and vote are scalar subqueries, so that every plan looks up each by its key. */
function jsonWith(posts: Post, viewerId: Id, { few, canEdit }: Parts): Json {
  const vote = eb
    .selectFrom('post_votes')
    .select('post_votes.value')
    .where('post_votes.post_id', '=', posts.id)
    .where('post_votes.user_id', '=', viewerId);
  return jsonObject(
    {
      ...changingJson(posts),
      created_at: jsonTime(posts.created_at),
      user: eb
        .selectFrom('users')
        .select(authorJson(row('users')).as('json'))
        .where('users.id', '=', posts.author_id),
      vote_type: eb.fn.coalesce(vote, eb.lit(0)),
      files: sql`(${filesFor(posts, viewerId)})::text`,
      community: ifAny(posts.community_id, eb.fn.coalesce(communityJson(posts.community_id), noValue)),
    },
    few,
    {
      link: ifAny(posts.link, posts.link),
      bookmarked: isBookmarkedBy(posts, viewerId),
      viewer: jsonObject({ can_delete: mayDelete(posts, viewerId), can_edit: canEdit }),
    },
    eb
      .case()
      .when(posts.removal, 'is', null)
      .then(nothing)
      .else(jsonMembers({ removed: sql`${posts.removal}::text` }))
      .end(),
  );
}

/** A post as JSON text for a viewer, with a gap for each part that most posts don't have; `fillPosts` fills them. */
export const postJson = (posts: Post, viewerId: Id): Json =>
  jsonWith(posts, viewerId, {
    few: eb.case().when(hasNone(posts)).then(none).else(jsonGap('f', posts.id)).end(),
    canEdit: eb
      .case()
      .when(or(eb(posts.author_id, '<>', viewerId), eb(posts.removal, 'is not', null)))
      .then(sql.lit('false'))
      .when(posts.community_id, 'is', null)
      .then(sql.lit('true'))
      .else(jsonGap('e', posts.id))
      .end(),
  });

const gapStatement = (name: string, shown: Shown) =>
  statement<{ tokenHash: Buffer; letters: string[]; ids: string[] }, JsonRow>(
    name,
    (db, { tokenHash, letters, ids }) => {
      const posts = row('posts');
      // A post that's gone by now has no poll, and quotes nothing.
      const { few, canEdit } = partsOf(posts, viewer, quoteJson(posts, viewer, shown));
      const gaps = sql`unnest(${arrayOf(letters, 'text')}, ${arrayOf(ids, 'uuid')}) with ordinality gap (part, id, ordinality) left join posts on posts.id = gap.id`;
      return db
        .selectFrom(sessionOf(tokenHash).as('session'))
        .selectAll('session')
        .select(gapsJson({ f: few, e: canEdit }, gaps).as('body'));
    },
    { mayLag: true },
  );

/** Fills the gaps, for lists that leave out people the viewer has muted, and for all others. */
const gapStatements = {
  inFeed: gapStatement('posts-gaps-in-feed', postQuotedInFeedOf),
  visible: gapStatement('posts-gaps', postVisibleTo),
};

/**
 * Reads a row whose text `postJson` made, and fills the gaps. Undefined without a session.
 * @param quoted which posts are shown when others quote them
 */
export const fillPosts = <Row extends JsonRow>(
  pipeline: Pipeline,
  tokenHash: Buffer,
  row: Row | undefined,
  quoted: keyof typeof gapStatements,
): Promise<Row | undefined> =>
  fillGaps(row, (letters, ids) => gapStatements[quoted](pipeline, { tokenHash, letters, ids }));

const postStatement = statement<{ tokenHash: Buffer; postId: string }, JsonRow>(
  'posts-one',
  (db, { tokenHash, postId }) =>
    db
      .selectFrom(sessionOf(tokenHash).as('session'))
      .selectAll('session')
      .select((session) =>
        session
          .selectFrom('posts')
          .select(jsonObject({ post: postJson(row('posts'), viewer) }).as('json'))
          .where('posts.id', '=', postId)
          .where(postVisibleTo(row('posts'), viewer))
          .as('body'),
      ),
  { mayLag: true },
);

/** `{"post": …}`. Undefined without a session; a null body for an unknown post. */
export async function readPost(pipeline: Pipeline, tokenHash: Buffer, postId: string): Promise<JsonRow | undefined> {
  const [found] = await postStatement(pipeline, { tokenHash, postId });
  return await fillPosts(pipeline, tokenHash, found, 'visible');
}

import { authorJson } from '#features/accounts/public.ts';
import { mentionsJson } from '#features/texts/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { fillGaps, gapsJson, type JsonRow, jsonGap, jsonTime } from '#platform/database/json.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';
import { isBookmarkedByText } from './bookmarks.access.ts';
import { placeJson } from './places.access.ts';
import { pollJson } from './polls.access.ts';
import { filesFor, mayDeleteText, mayEditText, postQuotedInFeedOfText, postVisibleToText } from './posts.access.ts';

export const statsJson = (posts: string) =>
  `'{"upvote_count":' || ${posts}.upvote_count || ',"downvote_count":' || ${posts}.downvote_count ||
   ',"comment_count":' || (${posts}.comment_count - ${posts}.away_comment_count) || '}'`;

/** Whether a viewer is shown a post: a condition on a row of posts and an id. */
type Shown = (posts: string, viewerId: string) => string;

/**
 * The parts of a post that few posts have, as JSON text. Why it was removed isn't among them: that's for those who see it all the same, which
 * only the statement knows that found the post.
 */
interface Parts {
  /** Each after a comma, with its key. */
  few: string;
  /** Only the value. */
  canEdit: string;
}

const partsOf = (posts: string, viewerId: string, quote: string): Parts => ({
  few: `${mentionsJson(`${posts}.mentions`, `${posts}.content`)} || ',"poll":' || ${pollJson(posts, viewerId)} || ${quote} ||
     case when ${posts}.imported_created_at is null then ''
       else ',"imported":{"created_at":' || ${jsonTime(`${posts}.imported_created_at`)} || '}' end`,
  canEdit: `coalesce(${mayEditText(posts, viewerId)}, false)::text`,
});

/** Whether a post has none of the few parts: a condition. */
const hasNone = (posts: string): string =>
  `${posts}.mentions is null and not ${posts}.has_poll and ${posts}.quote_id is null
     and ${posts}.imported_created_at is null`;
const none = `',"mentions":[],"poll":null,"quote":null'`;

/** The post that a post quotes, which quotes nothing itself. */
const quoteJson = (posts: string, viewerId: string, shown: Shown) =>
  `',"quote":' || case when ${posts}.quote_id is null then 'null' else coalesce((
      select ${jsonWith('quoted', viewerId, partsOf('quoted', viewerId, "''"))} from posts quoted
      where quoted.id = ${posts}.quote_id and ${shown('quoted', viewerId)}), '{"deleted":true}') end`;

/**
 * A post with some parts. Author and vote are scalar subqueries, so that every plan looks up each by its key. Parentheses keep
 * `||` from copying the files, most of the text, once for each piece that follows.
 */
const jsonWith = (posts: string, viewerId: string, { few, canEdit }: Parts) =>
  `'{"post_id":"' || ${posts}.id || '","content":' || to_json(${posts}.content) || ',"created_at":' || ${jsonTime(`${posts}.created_at`)} ||
   ',"user":' || (select ${authorJson('users')} from users where users.id = ${posts}.author_id) ||
   ',"stats":' || ${statsJson(posts)} ||
   ',"vote_type":' || coalesce((select post_votes.value from post_votes
      where post_votes.post_id = ${posts}.id and post_votes.user_id = ${viewerId}), 0) ||
   ',"files":' || (${filesFor(posts, viewerId)})::text || (
     case when ${posts}.community_id is null then ',"community":null'
       else ',"community":' || coalesce(${placeJson(`${posts}.community_id`)}, 'null') end ||
     ${few} ||
     case when ${posts}.link is null then ',"link":null,"bookmarked":' else ',"link":' || ${posts}.link || ',"bookmarked":' end ||
     ${isBookmarkedByText(posts, viewerId)} ||
     case when ${posts}.edited_at is null then ',"edited_at":null,"viewer":{"can_delete":'
       else ',"edited_at":' || ${jsonTime(`${posts}.edited_at`)} || ',"viewer":{"can_delete":' end ||
     (${mayDeleteText(posts, viewerId)}) || ',"can_edit":' || ${canEdit} ||
     case when ${posts}.removal is null then '}}' else '},"removed":' || ${posts}.removal::text || '}' end
   )`;

/** A post as JSON text for a viewer, with a gap for each part that most posts don't have: `fillPosts` fills them. */
export const postJson = (posts: string, viewerId: string) =>
  jsonWith(posts, viewerId, {
    few: `case when ${hasNone(posts)} then ${none} else ${jsonGap('f', `${posts}.id`)} end`,
    canEdit: `case when ${posts}.author_id <> ${viewerId} or ${posts}.removal is not null then 'false'
      when ${posts}.community_id is null then 'true' else ${jsonGap('e', `${posts}.id`)} end`,
  });

const gapStatement = (name: string, shown: Shown) =>
  once((): Statement => {
    // A post that's gone by now has no poll, and quotes nothing.
    const { few, canEdit } = partsOf('posts', 'session.user_id', quoteJson('posts', 'session.user_id', shown));
    const gaps = `unnest($2::text[], $3::uuid[]) with ordinality gap (part, id, place) left join posts on posts.id = gap.id`;
    return {
      name,
      mayLag: true,
      text: `select ${gapsJson({ f: few, e: canEdit }, gaps)} as body, session.*
        from (${sessionOfToken}) session`,
    };
  });

/** What's in the gaps of lists that leave out people the viewer has muted, and of all others. */
const gapStatements = {
  inFeed: gapStatement('posts-gaps-in-feed', postQuotedInFeedOfText),
  visible: gapStatement('posts-gaps', postVisibleToText),
};

/**
 * A row whose text `postJson` made, without gaps. Undefined without a session.
 * @param quoted which posts are shown where others quote them
 */
export const fillPosts = <Row extends JsonRow>(
  hot: Hot,
  tokenHash: Buffer,
  row: Row | undefined,
  quoted: keyof typeof gapStatements,
): Promise<Row | undefined> =>
  fillGaps(row, (letters, ids) => hot.query<JsonRow>(gapStatements[quoted](), [tokenHash, letters, ids]));

const postStatement = once(
  (): Statement => ({
    name: 'posts-one',
    mayLag: true,
    text: `select (select '{"post":' || ${postJson('posts', 'session.user_id')} || '}' from posts
        where posts.id = $2 and ${postVisibleToText('posts', 'session.user_id')}) as body, session.*
    from (${sessionOfToken}) session`,
  }),
);

/** `{"post": …}`. Undefined without a session; a null body for an unknown post. */
export async function readPost(hot: Hot, tokenHash: Buffer, postId: string): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(postStatement(), [tokenHash, postId]);
  return await fillPosts(hot, tokenHash, row, 'visible');
}

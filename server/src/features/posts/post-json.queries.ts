import { authorJson } from '#features/accounts/public.ts';
import { mentionsJson } from '#features/texts/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { type JsonRow, jsonTime } from '#platform/database/json.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';
import { isBookmarkedBy } from './bookmarks.access.ts';
import { postPlaces } from './places.access.ts';
import { pollJson } from './polls.access.ts';
import { filesFor, mayDelete, mayEdit, postVisibleTo } from './posts.access.ts';

export const statsJson = (posts: string) =>
  `'{"upvote_count":' || ${posts}.upvote_count || ',"downvote_count":' || ${posts}.downvote_count ||
   ',"comment_count":' || ${posts}.comment_count || '}'`;

/** Whether a viewer is shown a post: a condition on a row of posts and an id. */
type Shown = (posts: string, viewerId: string) => string;

/** The end of a post's JSON text: the post it quotes, which quotes nothing itself. */
const quoteJson = (posts: string, viewerId: string, shown: Shown) =>
  `',"quote":' || case when ${posts}.quote_id is null then 'null' else coalesce((
      select ${basicPostJson('quoted', viewerId)} || '}' from posts quoted
      where quoted.id = ${posts}.quote_id and ${shown('quoted', viewerId)}), '{"deleted":true}') end || '}'`;

/**
 * A post as JSON text for a viewer.
 * @param shownQuote which posts are shown where others quote them
 */
export const postJson = (posts: string, viewerId: string, shownQuote: Shown = postVisibleTo) =>
  `${basicPostJson(posts, viewerId)} || ${quoteJson(posts, viewerId, shownQuote)}`;

/** All but the end. Author and vote are scalar subqueries, so that every plan looks up each by its key. */
const basicPostJson = (posts: string, viewerId: string) =>
  `'{"post_id":"' || ${posts}.id || '","content":' || to_json(${posts}.content) || ',"created_at":' || ${jsonTime(`${posts}.created_at`)} ||
   ',"user":' || (select ${authorJson('users')} from users where users.id = ${posts}.author_id) ||
   ',"stats":' || ${statsJson(posts)} ||
   ',"vote_type":' || coalesce((select post_votes.value from post_votes
      where post_votes.post_id = ${posts}.id and post_votes.user_id = ${viewerId}), 0) ||
   ',"files":' || (${filesFor(posts, viewerId)})::text ||
   ',"community":' || case when ${posts}.community_id is null then 'null'
      else coalesce(${postPlaces().json(`${posts}.community_id`)}, 'null') end ||
   ${mentionsJson(`${posts}.mentions`, `${posts}.content`)} ||
   ',"link":' || coalesce(${posts}.link, 'null') ||
   ',"bookmarked":' || ${isBookmarkedBy(posts, viewerId)} || ',"poll":' || ${pollJson(posts, viewerId)} ||
   ',"edited_at":' || coalesce(${jsonTime(`${posts}.edited_at`)}, 'null') ||
   ',"viewer":{"can_delete":' || (${mayDelete(posts, viewerId)}) || ',"can_edit":' || (${mayEdit(posts, viewerId)}) || '}' ||
   case when ${posts}.removal is null then '' else ',"removed":' || ${posts}.removal::text end`;

const postStatement = once(
  (): Statement => ({
    name: 'posts-one',
    mayLag: true,
    text: `select (select '{"post":' || ${postJson('posts', 'session.user_id')} || '}' from posts
        where posts.id = $2 and ${postVisibleTo('posts', 'session.user_id')}) as body, session.*
    from (${sessionOfToken}) session`,
  }),
);

/** `{"post": …}`. Undefined without a session; a null body for an unknown post. */
export async function readPost(hot: Hot, tokenHash: Buffer, postId: string): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(postStatement(), [tokenHash, postId]);
  return row;
}

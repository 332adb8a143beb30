import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { type JsonRow, jsonArray } from '#platform/database/json.ts';
import { perSize, sessionOfToken } from '#platform/database/session-statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { postPlaces } from './places.access.ts';
import { postInCommunityOf, postInFeedOf } from './posts.access.ts';
import { postJson } from './posts.queries.ts';

const pageStatement = perSize(
  (size): Statement => ({
    name: `posts-page-${size}`,
    mayLag: true,
    text: `select '{"posts":' || ${jsonArray(`select ${postJson('posts', 'session.user_id')} as item
        from posts where posts.id < $2 and ${postInFeedOf('posts', 'session.user_id')}
        order by posts.id desc limit ${size}`)} || '}' as body, session.*
        from (${sessionOfToken}) session`,
  }),
);

/**
 * A page of the newest posts in each of some communities, of which the newest make the page: one look into the index a community.
 * @param communities a select of their ids, as `id`
 * @param list a `feed`, or a `community`'s own list, which shows everybody to those who moderate it
 */
const pageOfCommunities = (communities: string, size: number, list: 'feed' | 'community') => {
  const [feed, community] = [postInFeedOf('posts', 'session.user_id'), postInCommunityOf('posts', 'session.user_id')];
  return `select ${postJson('newest', 'session.user_id')} as item
    from (
      select posts.* from (${communities}) place cross join lateral (
        select posts.* from posts where posts.community_id = place.id and posts.id < $2
          and ${list === 'feed' ? feed : community}
        order by posts.id desc limit ${size}
      ) posts
      order by posts.id desc limit ${size}
    ) newest
    order by newest.id desc`;
};

const joinedPageStatement = perSize(
  (size): Statement => ({
    name: `posts-page-joined-${size}`,
    mayLag: true,
    text: `select '{"posts":' || ${jsonArray(pageOfCommunities(postPlaces().joinedBy('session.user_id'), size, 'feed'))} || '}' as body, session.*
        from (${sessionOfToken}) session`,
  }),
);

const communityPageStatement = perSize(
  (size): Statement => ({
    name: `posts-page-community-${size}`,
    mayLag: true,
    text: `select (select '{"posts":' || ${jsonArray(pageOfCommunities('select known.id', size, 'community'))} || '}'
          from (${postPlaces().byHandle('$3', 'session.user_id')}) known) as body, session.*
        from (${sessionOfToken}) session`,
  }),
);

/**
 * `{"posts": […]}`: the `size` newest posts older than `before` in one community. Undefined without a session; a null body for a
 * community that the caller may not know of.
 */
export async function readCommunityPage(
  hot: Hot,
  tokenHash: Buffer,
  page: { handle: string; size: number; before: string | undefined },
): Promise<JsonRow | undefined> {
  const values = [tokenHash, page.before ?? lastPossibleId, page.handle];
  const [row] = await hot.query<JsonRow>(communityPageStatement(page.size), values);
  return row;
}

/** `{"posts": […]}`: the `size` newest posts older than `before`. Undefined without a session. */
export async function readPage(
  hot: Hot,
  tokenHash: Buffer,
  page: { feed: Feed; size: number; before: string | undefined },
): Promise<(JsonRow & { body: string }) | undefined> {
  const statement = page.feed === 'communities' ? joinedPageStatement : pageStatement;
  const rows = await hot.query<JsonRow & { body: string }>(statement(page.size), [
    tokenHash,
    page.before ?? lastPossibleId,
  ]);
  return rows[0];
}

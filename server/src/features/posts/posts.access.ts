import { type Expression, type QueryCreator, sql } from 'kysely';
import { isAway } from '#features/accounts/public.ts';
import { notApart, notMutedOrApart } from '#features/relations/public.ts';
import { isOnTeam } from '#features/site/public.ts';
import type { DraftTables } from '#platform/database/drafts.ts';
import {
  and,
  type Condition,
  call,
  eb,
  type Id,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import { isBannedFrom, isCommunityOpenTo, seesEverybody } from './post-communities.access.ts';

type Post = Row<'posts'>;

/** Whether a post is its author's own, rather than in a community. */
const isInNoCommunity = (posts: Post): Condition => eb(posts.community_id, 'is', null);

/** Whether a viewer moderates the community that a post is in. */
export const isCommunityModeratedBy = (posts: Post, viewerId: Id): Condition =>
  and(not(isInNoCommunity(posts)), seesEverybody(posts.community_id, viewerId));

/** Whether a viewer moderates a post: as one of the site's team, or its community's. */
export const isModeratedBy = (posts: Post, viewerId: Id): Condition =>
  or(isOnTeam(viewerId), isCommunityModeratedBy(posts, viewerId));

/** Whether a removed post is visible, which it is only to its author and moderators: `seesRemovedPost` from the rules. */
const removalIsOpenTo = (posts: Post, viewerId: Id): Condition =>
  or(eb(posts.removal, 'is', null), eb(posts.author_id, '=', viewerId), isModeratedBy(posts, viewerId));

/** Whether neither a viewer nor the author of a post has blocked the other. */
export const isNotBlocked = (posts: Post, viewerId: Id): Condition => notApart(viewerId, posts.author_id);

/**
 * The conditions under which a viewer sees a post. Add conditions here: every list, count and single read of posts and the explanations use
 * them.
 */
export const postGates = (posts: Post, viewerId: Id) => ({
  isShown: removalIsOpenTo(posts, viewerId),
  isInOpenCommunity: or(isInNoCommunity(posts), isCommunityOpenTo(posts.community_id, viewerId)),
  // In a community, moderators see everybody, blocked or not.
  isNotApart: or(isNotBlocked(posts, viewerId), isCommunityModeratedBy(posts, viewerId)),
  // Not even moderators see them: while the author is away, there's nobody to moderate.
  isAuthorHere: not(isAway(posts.author_id)),
});

/** The conditions of the post itself, its author and its community, without blocks and mutes. */
const isOpenTo = (posts: Post, viewerId: Id): Condition => {
  const { isShown, isInOpenCommunity, isAuthorHere } = postGates(posts, viewerId);
  return and(isShown, isInOpenCommunity, isAuthorHere);
};

/** The columns of posts that the conditions below need. */
const accessColumns = ['posts.id', 'posts.author_id', 'posts.removal', 'posts.community_id'] as const;

/** The posts that drafts are about, by the `post_id` of each. They're locked in id order, so that their counts stay correct. */
export const draftedPosts = (db: QueryCreator<DraftTables<{ post_id: Expression<string[]> }>>) =>
  db
    .selectFrom('posts')
    .select(accessColumns)
    .where(
      'posts.id',
      'in',
      db.selectFrom('draft').innerJoin('writer', 'writer.id', 'draft.user_id').select('draft.post_id'),
    )
    .orderBy('posts.id')
    .forNoKeyUpdate();

/** Whether a viewer sees a post. */
export const postVisibleTo = (posts: Post, viewerId: Id): Condition =>
  and(isOpenTo(posts, viewerId), postGates(posts, viewerId).isNotApart);

/** Whether somebody isn't banned from the community that a post is in. */
export const isNotBanned = (posts: Post, userId: Id): Condition =>
  or(isInNoCommunity(posts), not(isBannedFrom(posts.community_id, userId)));

/** Whether somebody may vote and comment on a post: `obstaclesToResponding` from the rules. */
export const mayRespondTo = (posts: Post, userId: Id): Condition =>
  and(isOpenTo(posts, userId), isNotBlocked(posts, userId), isNotBanned(posts, userId));

/** How many of an author's posts are in communities that a viewer doesn't see. */
export const hiddenPostCount = (authorId: Id, viewerId: Id): Value<number> =>
  eb.fn.coalesce(
    eb
      .selectFrom('community_post_counts as hidden')
      .select((hidden) => hidden.cast<number>(hidden.fn.sum('hidden.post_count'), 'integer').as('number'))
      .where('hidden.user_id', '=', authorId)
      .where(not(isCommunityOpenTo(row('community_post_counts', 'hidden').community_id, viewerId))),
    eb.lit(0),
  );

/** Whether a post can be in feeds: imported ones can't. The indexes `posts_in_feeds…` have this condition. */
export const isForFeeds = (posts: Post): Condition => eb(posts.imported_created_at, 'is', null);

/** Whether a viewer sees a post that's quoted in their feed: nothing by people they muted. */
export const postQuotedInFeedOf = (posts: Post, viewerId: Id): Condition =>
  and(isOpenTo(posts, viewerId), notMutedOrApart(viewerId, posts.author_id));

/** Whether it's also in the viewer's feed. */
export const postInFeedOf = (posts: Post, viewerId: Id): Condition =>
  and(isForFeeds(posts), postQuotedInFeedOf(posts, viewerId));

/** The same for the list of a community's posts, where moderators see everybody. */
export const postInCommunityOf = (posts: Post, viewerId: Id): Condition =>
  and(
    isForFeeds(posts),
    isOpenTo(posts, viewerId),
    or(notMutedOrApart(viewerId, posts.author_id), isCommunityModeratedBy(posts, viewerId)),
  );

/** Whether a person may delete a post as it is: `mayDeleteNow` from the rules. */
export const mayDelete = (posts: Post, userId: Id): Condition =>
  or(eb(posts.author_id, '=', userId), and(eb(posts.removal, 'is', null), isCommunityModeratedBy(posts, userId)));

/** Whether somebody who sees a post may edit it: `obstaclesToEditing` from the rules, and not banned. */
export const mayEdit = (posts: Post, userId: Id): Condition =>
  and(eb(posts.author_id, '=', userId), eb(posts.removal, 'is', null), isNotBanned(posts, userId));

/**
 * The contract's `files` for a viewer, as json: `filesForViewer` from the rules. Files are stored as others see them, so only an author's
 * are rewritten.
 */
export const filesFor = (posts: Post, viewerId: Id): Value<unknown> =>
  eb
    .case()
    .when(
      and(eb(posts.author_id, '=', viewerId), sql<boolean>`strpos(${posts.files}::text, '"state":"processing"') > 0`),
    )
    .then(call<unknown>('files_for_author', posts.files))
    .else(posts.files)
    .end();

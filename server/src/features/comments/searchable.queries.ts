import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { sql } from 'kysely';
import { isPostIn, postVisibleTo, saysLink } from '#features/posts/public.ts';
import {
  foundKeys,
  inPlaces,
  keyOf,
  type Looking,
  type Searchable,
  type TextKey,
  writtenBy,
} from '#features/rich-text/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { builder, byKey, eb, row, val } from '#platform/database/expressions.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { isId } from '#platform/ids.ts';
import { commentVisibleTo } from './comments.access.ts';
import { listOf } from './comments.queries.ts';

/** The gram of all comments. */
const gram = 2;
const comments = row('comments');

const texts = builder
  .selectFrom('comments')
  .select(['comments.id as thing', sql<number>`0::bigint`.as('number'), 'comments.content'])
  .where('comments.deleted', '=', false);

/** Some comments, as far as a person can see them. */
const shownComments = statement(
  'search-comments',
  (_, { userId, ids }: Given<{ userId: string; ids: readonly string[] }>) => {
    const list = listOf('comments', eb(comments.id, '=', sql<string>`any(given.ids)`));
    return sql<{
      item: Comment;
    }>`with session as (select ${userId}::uuid as user_id), given as (select ${arrayOf(ids, 'uuid')} as ids)
    select list.item::json from session cross join given cross join lateral ${list} list`;
  },
);

/** The comments in the search: those that a person can see. */
export const searchableComments: Searchable = {
  kind: 'comments',
  order: 'thing',
  isCursor: isId,
  cursorOf: ({ thing }) => thing,
  places: () => builder.selectNoFrom(sql.lit(gram).as('gram')),

  newest({ before }, size) {
    const keys = builder.selectFrom('comments').select(['comments.id as thing', sql<number>`0::bigint`.as('number')]);
    const rest = before === undefined ? keys : keys.where('comments.id', '<', before);
    return rest.orderBy('comments.id', 'desc').limit(size);
  },

  matching({ viewerId, filters, before, among }: Looking) {
    const posts = row('posts');
    let found = texts
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .innerJoin(sql<{ id: string }>`(select ${viewerId}::uuid as id)`.as('viewer'), (join) => join.onTrue())
      .where('comments.removal', 'is', null)
      .where('posts.removal', 'is', null)
      .where(postVisibleTo(posts, sql.ref('viewer.id')))
      .where(commentVisibleTo(comments, sql.ref('viewer.id')))
      .where(writtenBy(comments.author_id, comments.created_at, filters))
      .where(inPlaces(filters.places, (place) => isPostIn(posts.community_id, place)));
    for (const what of filters.has) found = found.where(what === 'link' ? saysLink(comments.content) : eb.lit(false));
    if (filters.roomId !== undefined) found = found.where(eb.lit(false));
    if (before !== undefined) found = found.where('comments.id', '<', before);
    if (among !== 'found') return found.orderBy('comments.id', 'desc').limit(among);
    return builder
      .selectFrom(foundKeys)
      .innerJoinLateral(found.whereRef('comments.id', '=', sql.ref('found.thing')).offset(byKey).as('text'), (join) =>
        join.onTrue(),
      )
      .select(['found.thing', 'found.number', 'text.content']);
  },

  async view(pipeline: Pipeline, { userId }, keys: readonly TextKey[]) {
    const rows = await shownComments(pipeline, { userId, ids: keys.map(({ thing }) => thing) });
    return new Map(rows.map(({ item }) => [keyOf({ thing: item.comment_id, number: 0 }), item]));
  },

  async read(db, keys) {
    return await db
      .selectFrom(
        texts
          .where((comment) => comment('comments.id', '=', comment.fn.any(val(keys.map(({ thing }) => thing)))))
          .as('text'),
      )
      .select(['text.thing', 'text.number', 'text.content', sql.lit(gram).as('place')])
      .execute();
  },

  async older(db, before, size) {
    const rest = before === undefined ? texts : texts.where('comments.id', '<', before.thing);
    return await db
      .selectFrom(rest.orderBy('comments.id', 'desc').limit(size).as('text'))
      .select(['text.thing', 'text.number', 'text.content', sql.lit(gram).as('place')])
      .execute();
  },
};

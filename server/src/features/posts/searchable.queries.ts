import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { sql } from 'kysely';
import {
  foundKeys,
  type Has,
  inPlaces,
  keyOf,
  type Looking,
  type Place,
  type Searchable,
  type TextKey,
  writtenBy,
} from '#features/rich-text/public.ts';
import { anyPrepared } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { builder, byKey, type Condition, call, eb, type Id, row, val } from '#platform/database/expressions.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { isId } from '#platform/ids.ts';
import { fillPosts, postJson } from './post-json.queries.ts';
import { postVisibleTo } from './posts.access.ts';

/** The gram of all posts. */
const gram = 1;
const posts = row('posts');

/** Whether a post is in a filter's place; posts are only in communities. */
export const isPostIn = (communityId: Id, place: Place): Condition =>
  'handle' in place && place.channel === undefined
    ? eb(
        communityId,
        'in',
        eb
          .selectFrom('communities as named')
          .select('named.id')
          .where(call<string>('lower', row('communities', 'named').handle), '=', place.handle.toLowerCase()),
      )
    : eb.lit(false);

/** Whether a text has a link; its preview may not exist yet. */
export const saysLink = (content: Id): Condition => eb(content, '~*', sql.lit(String.raw`(https?://|\ywww\.)\S`));

function has(what: Has): Condition {
  if (what === 'link') return saysLink(posts.content);
  if (what === 'poll') return posts.has_poll;
  if (what === 'file') return eb.lit(false);
  return sql<boolean>`exists (select from json_array_elements(${posts.files}) file where file->>'type' like ${`${what}/%`})`;
}

const texts = builder
  .selectFrom('posts')
  .select(['posts.id as thing', sql<number>`0::bigint`.as('number'), 'posts.content']);

/** Some posts, as far as a person can see them. */
const shownPosts = statement('search-posts', (db, { userId, ids }: Given<{ userId: string; ids: readonly string[] }>) =>
  db
    .with('session', (query) => query.selectNoFrom(sql<string>`${userId}::uuid`.as('user_id')))
    .selectFrom('session')
    .innerJoin('posts', (join) => join.onTrue())
    .select(postJson(posts, sql.ref('session.user_id')).as('item'))
    .where('posts.id', '=', anyPrepared<string>(ids, 'uuid'))
    .where(postVisibleTo(posts, sql.ref('session.user_id'))),
);

/** The posts in the search. Removed ones aren't found, not even by people who still see them. */
export const searchablePosts: Searchable = {
  kind: 'posts',
  order: 'thing',
  isCursor: isId,
  cursorOf: ({ thing }) => thing,
  places: () => builder.selectNoFrom(sql.lit(gram).as('gram')),

  newest({ before }, size) {
    const keys = builder.selectFrom('posts').select(['posts.id as thing', sql<number>`0::bigint`.as('number')]);
    const rest = before === undefined ? keys : keys.where('posts.id', '<', before);
    return rest.orderBy('posts.id', 'desc').limit(size);
  },

  matching({ viewerId, filters, before, among }: Looking) {
    const viewer = sql<string>`${viewerId}::uuid`;
    let found = texts
      .where('posts.removal', 'is', null)
      .where(postVisibleTo(posts, viewer))
      .where(writtenBy(posts.author_id, posts.created_at, filters))
      .where(inPlaces(filters.places, (place) => isPostIn(posts.community_id, place)));
    for (const what of filters.has) found = found.where(has(what));
    if (filters.roomId !== undefined) found = found.where(eb.lit(false));
    if (before !== undefined) found = found.where('posts.id', '<', before);
    if (among !== 'found') return found.orderBy('posts.id', 'desc').limit(among);
    return builder
      .selectFrom(foundKeys)
      .innerJoinLateral(found.whereRef('posts.id', '=', sql.ref('found.thing')).offset(byKey).as('text'), (join) =>
        join.onTrue(),
      )
      .select(['found.thing', 'found.number', 'text.content']);
  },

  async view(pipeline: Pipeline, { userId, tokenHash }, keys: readonly TextKey[]) {
    const rows = await shownPosts(pipeline, { userId, ids: keys.map(({ thing }) => thing) });
    const body = `[${rows.map(({ item }) => item).join(',')}]`;
    const filled = await fillPosts(pipeline, tokenHash, { body, user_id: userId, stale: false }, 'visible');
    const found = JSON.parse(filled?.body ?? '[]') as Post[];
    return new Map(found.map((post) => [keyOf({ thing: post.post_id, number: 0 }), post]));
  },

  async read(db, keys) {
    return await db
      .selectFrom(
        texts.where((post) => post('posts.id', '=', post.fn.any(val(keys.map(({ thing }) => thing))))).as('text'),
      )
      .select(['text.thing', 'text.number', 'text.content', sql.lit(gram).as('place')])
      .execute();
  },

  async older(db, before, size) {
    const rest = before === undefined ? texts : texts.where('posts.id', '<', before.thing);
    return await db
      .selectFrom(rest.orderBy('posts.id', 'desc').limit(size).as('text'))
      .select(['text.thing', 'text.number', 'text.content', sql.lit(gram).as('place')])
      .execute();
  },
};

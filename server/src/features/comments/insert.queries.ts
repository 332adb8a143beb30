import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { draftedPosts, mayRespondTo } from '#features/posts/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { withDrafts } from '#platform/database/drafts.ts';
import { and, eb, row } from '#platform/database/expressions.ts';
import { jsonText } from '#platform/database/json.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import type { Tables } from '#platform/database/tables.ts';
import { deferredIn } from '#platform/events/deferred.queries.ts';
import { accessColumns, commentVisibleTo, mayAnswerComment } from './comments.access.ts';
import { commentJson } from './comments.queries.ts';

/** A comment to add. */
export interface CommentRow {
  tokenHash: Buffer;
  id: string;
  postId: string;
  /** The comment that it answers; null: it's a comment on the post. */
  answers: string | null;
  content: string;
  /** JSON text. */
  mentions: string | null;
  /** The attempt that it's stored for, as in `noteMade`; null: it has no `client_id`. */
  attempt: string | null;
}

/**
 * The outcome for one comment: nulls without a session; a null body if the post, or the comment to answer, is missing.
 */
export interface AddedRow {
  body: string | null;
  /** Whether the person may comment on the post. */
  open: boolean;
  user_id: string | null;
  stale: boolean | null;
}

interface InsertValues {
  hashes: readonly Buffer[];
  ids: readonly string[];
  posts: readonly string[];
  contents: readonly string[];
  mentions: readonly (string | null)[];
  answers: readonly (string | null)[];
  attempts: readonly (string | null)[];
  now: Date;
}

/** Whether one of the posts exists. Evaluating it locks them before anything that's read later. */
const isAnyLocked = sql<boolean>`(select bool_or(true) from target)`;

/** The comments that may be added, with their new ids. */
const withWanted = (db: QueryCreator<Tables>, given: Given<InsertValues>) =>
  withDrafts(db, given.hashes, {
    id: arrayOf(given.ids, 'uuid'),
    post_id: arrayOf(given.posts, 'uuid'),
    content: arrayOf(given.contents, 'text'),
    mentions: arrayOf(given.mentions, 'text'),
    answers: arrayOf(given.answers, 'uuid'),
    attempt: arrayOf(given.attempts, 'uuid'),
  })
    .with((cte) => cte('target').materialized(), draftedPosts)
    .with(
      (cte) => cte('newest').materialized(),
      (cte) => cte.selectNoFrom(eb.fn<string>('newest_comment_id').as('id')).where(isAnyLocked),
    )
    .with(
      (cte) => cte('answered').materialized(),
      (cte) =>
        cte
          .selectFrom('comments')
          .select(accessColumns)
          .where(isAnyLocked)
          .where('comments.id', 'in', cte.selectFrom('draft').select('draft.answers'))
          .orderBy('comments.id')
          .forKeyShare(),
    )
    .with(
      (cte) => cte('allowed').materialized(),
      (cte) =>
        cte
          .selectFrom('draft')
          .innerJoin('writer', 'writer.id', 'draft.user_id')
          .innerJoin('target', 'target.id', 'draft.post_id')
          .selectAll('draft')
          .where((draft) => mayRespondTo(row('posts', 'target'), draft.ref('draft.user_id'))),
    )
    .with(
      (cte) => cte('wanted').materialized(),
      (cte) =>
        cte
          .selectFrom('allowed as draft')
          .leftJoin('newest', (join) => join.onTrue())
          .leftJoin('answered', (join) => {
            const answered = row('comments', 'answered');
            const author = sql.ref<string>('draft.user_id');
            return join
              .onRef('answered.id', '=', 'draft.answers')
              .onRef('answered.post_id', '=', 'draft.post_id')
              .on(and(commentVisibleTo(answered, author), mayAnswerComment(answered, author)));
          })
          .selectAll('draft')
          .select((draft) => draft.fn.coalesce('answered.parent_id', 'answered.id').as('parent_id'))
          .select(newId.as('new_id'))
          .where((draft) => draft.or([draft('draft.answers', 'is', null), draft('answered.id', 'is not', null)])),
    );

/** The given ids if all of them are above the newest comment's; otherwise ids that follow it, in the same order. */
const newId: RawBuilder<string> = sql`case when first_value(draft.id) over (order by draft.id) > newest.id then draft.id
  else id_after(newest.id, draft.id, (row_number() over (order by draft.ordinality))::int) end`;

const added = row('comments', 'added');
const asAuthor = { mayEdit: eb.lit(true), mayDelete: eb.lit(true) };

/**
 * Locks the people, then the posts, each in id order, as in 0004_posts.sql. The newest comment is read under all of
 * these locks. If any of the given ids isn't above it, all of them are replaced, in order.
 */
const insertStatement = statement<InsertValues, AddedRow>('comments-insert', (db, given) =>
  withWanted(db, given)
    .with('counted', (cte) =>
      cte
        .updateTable('posts')
        .from(
          cte
            .selectFrom('wanted')
            .select('wanted.post_id')
            .select(sql<number>`count(*)::int`.as('number'))
            .groupBy('wanted.post_id')
            .as('written'),
        )
        .set((post) => ({ comment_count: post('posts.comment_count', '+', post.ref('written.number')) }))
        .whereRef('posts.id', '=', 'written.post_id'),
    )
    .with('added', (cte) =>
      cte
        .insertInto('comments')
        .columns(['id', 'post_id', 'author_id', 'parent_id', 'reply_to', 'created_at', 'content', 'mentions'])
        .expression(
          cte
            .selectFrom('wanted')
            .select(['wanted.new_id', 'wanted.post_id', 'wanted.user_id', 'wanted.parent_id', 'wanted.answers'])
            .select(sql<Date>`${given.now}::timestamptz`.as('created_at'))
            .select('wanted.content')
            .select((wanted) => wanted.cast<string>('wanted.mentions', 'json').as('mentions'))
            .orderBy('wanted.ordinality'),
        )
        .returningAll(),
    )
    .with('noted', (cte) =>
      cte
        .updateTable('answered_writes')
        .from('wanted')
        .set((write) => ({ made_id: write.ref('wanted.new_id') }))
        .whereRef('answered_writes.attempt', '=', 'wanted.attempt'),
    )
    .with(
      (cte) => cte('told').materialized(),
      (cte) => {
        const payloads = cte
          .selectFrom('added')
          .select((added) =>
            added.fn.agg('json_agg', [jsonBuildObject({ commentId: added.ref('added.id') })]).as('all'),
          );
        return cte.selectNoFrom(deferredIn('comments.written', payloads).as('job'));
      },
    )
    .selectFrom('given')
    .leftJoin('draft', 'draft.ordinality', 'given.ordinality')
    .leftJoin('writer', 'writer.id', 'draft.user_id')
    .leftJoin('allowed', 'allowed.ordinality', 'given.ordinality')
    .leftJoin('wanted', 'wanted.ordinality', 'given.ordinality')
    .leftJoin('added', 'added.id', 'wanted.new_id')
    .crossJoin('told')
    .select((each) => [
      jsonText('{"comment":', commentJson(added, added.author_id, asAuthor), '}}').as('body'),
      each('allowed.ordinality', 'is not', null).as('open'),
      'writer.id as user_id',
      'draft.stale',
    ])
    .orderBy('given.ordinality'),
);

/** Adds comments and counts them in one statement: `{"comment": …}` for each, in order. */
export async function insertComments(
  pipeline: Pipeline,
  comments: readonly CommentRow[],
  now: Date,
): Promise<AddedRow[]> {
  return await insertStatement(pipeline, {
    hashes: comments.map(({ tokenHash }) => tokenHash),
    ids: comments.map(({ id }) => id),
    posts: comments.map(({ postId }) => postId),
    contents: comments.map(({ content }) => content),
    mentions: comments.map(({ mentions }) => mentions),
    answers: comments.map(({ answers }) => answers),
    attempts: comments.map(({ attempt }) => attempt),
    now,
  });
}

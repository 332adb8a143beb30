import { type QueryCreator, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { withDrafts } from '#platform/database/drafts.ts';
import { row } from '#platform/database/expressions.ts';
import { jsonObject } from '#platform/database/json.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import type { Tables } from '#platform/database/tables.ts';
import { deferredIn } from '#platform/events/deferred.queries.ts';
import { statsJson } from './post-json.queries.ts';
import { draftedPosts, mayRespondTo } from './posts.access.ts';

/** A vote to set. */
export interface VoteRow {
  tokenHash: Buffer;
  postId: string;
  value: 1 | 0 | -1;
}

/** The outcome for one vote: nulls without a session, a null body for a missing post. */
export interface VotedRow {
  body: string | null;
  user_id: string | null;
  stale: boolean | null;
}

interface VoteValues {
  hashes: Buffer[];
  ids: string[];
  values: number[];
}

interface StoredVote {
  post_id: string;
  user_id: string;
  value: number;
  previous: number;
}

/** The votes to set (`wanted`), with everything they touch locked. */
const withWanted = (db: QueryCreator<Tables>, { hashes, ids, values }: Given<VoteValues>) =>
  withDrafts(db, hashes, { post_id: arrayOf(ids, 'uuid'), value: arrayOf(values, 'smallint') })
    .with((cte) => cte('target').materialized(), draftedPosts)
    .with(
      (cte) => cte('wanted').materialized(),
      (cte) =>
        cte
          .selectFrom('draft')
          .innerJoin('writer', 'writer.id', 'draft.user_id')
          .innerJoin('target', 'target.id', 'draft.post_id')
          .selectAll('draft')
          .where((draft) => mayRespondTo(row('posts', 'target'), draft.ref('draft.user_id'))),
    );

/** Votes by others that make a post liked, or no longer liked. */
const changedLikes = (db: QueryCreator<{ vote: StoredVote; target: { id: string; author_id: string } }>) =>
  db
    .selectFrom('vote')
    .innerJoin('target', 'target.id', 'vote.post_id')
    .select((vote) => {
      const isLiked = vote('vote.value', '=', 1);
      const payload = { postId: vote.ref('vote.post_id'), userId: vote.ref('vote.user_id'), isLiked };
      return vote.fn.agg('json_agg', [jsonBuildObject(payload)]).as('payloads');
    })
    .where(sql<boolean>`(vote.value = 1) <> (vote.previous = 1)`)
    .whereRef('vote.user_id', '<>', 'target.author_id');

const countedColumns = [
  'posts.id',
  'posts.upvote_count',
  'posts.downvote_count',
  'posts.comment_count',
  'posts.away_comment_count',
] as const;

/**
 * First the people, then the posts, each in id order: the lock order from 0004_posts.sql. Previous votes are read from the locked rows,
 * not from the statement's snapshot, so that two simultaneous votes by one person are counted correctly. Two votes by one person on one
 * post in one statement are a PostgreSQL error.
 */
const voteStatement = statement<VoteValues, VotedRow>('posts-vote', (db, values) => {
  const counted = withWanted(db, values)
    .with('vote', (cte) =>
      cte
        .insertInto('post_votes')
        .columns(['post_id', 'user_id', 'value'])
        .expression(cte.selectFrom('wanted').select(['wanted.post_id', 'wanted.user_id', 'wanted.value']))
        .onConflict((conflict) =>
          conflict.columns(['post_id', 'user_id']).doUpdateSet((set) => ({
            previous: set.ref('post_votes.value'),
            value: set.ref('excluded.value'),
          })),
        )
        .returning(['post_votes.post_id', 'post_votes.user_id', 'post_votes.value', 'post_votes.previous']),
    )
    .with('counted', (cte) =>
      cte
        .updateTable('posts')
        .from(
          cte
            .selectFrom('vote')
            .select((vote) => {
              const change = (value: 1 | -1) =>
                vote.cast<number>(
                  vote(
                    vote.fn.countAll<number>().filterWhere('vote.value', '=', value),
                    '-',
                    vote.fn.countAll<number>().filterWhere('vote.previous', '=', value),
                  ),
                  'integer',
                );
              return ['vote.post_id', change(1).as('ups'), change(-1).as('downs')];
            })
            .groupBy('vote.post_id')
            .as('change'),
        )
        .set((set) => ({
          upvote_count: set('posts.upvote_count', '+', set.ref('change.ups')),
          downvote_count: set('posts.downvote_count', '+', set.ref('change.downs')),
        }))
        .whereRef('posts.id', '=', 'change.post_id')
        .returning(countedColumns),
    )
    .with(
      (cte) => cte('told').materialized(),
      (cte) => cte.selectNoFrom(deferredIn('posts.liked', changedLikes(cte)).as('job')),
    );
  return counted
    .selectFrom('given')
    .leftJoin('draft', 'draft.ordinality', 'given.ordinality')
    .leftJoin('writer', 'writer.id', 'draft.user_id')
    .leftJoin('wanted', 'wanted.ordinality', 'given.ordinality')
    .leftJoin('counted', 'counted.id', 'wanted.post_id')
    .crossJoin('told')
    .select((given) => [
      jsonObject({ vote_type: given.ref('given.value'), stats: statsJson(row('posts', 'counted')) }).as('body'),
      'writer.id as user_id',
      'draft.stale',
    ])
    .orderBy('given.ordinality');
});

/** Sets votes and counts them in one statement: `{"vote_type", "stats"}` for each, in order. */
export async function writeVotes(pipeline: Pipeline, votes: readonly VoteRow[]): Promise<VotedRow[]> {
  return await voteStatement(pipeline, {
    hashes: votes.map(({ tokenHash }) => tokenHash),
    ids: votes.map(({ postId }) => postId),
    values: votes.map(({ value }) => value),
  });
}

import type { Poll } from '@hubbub/contract/features/posts/polls.shapes.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { row, val } from '#platform/database/expressions.ts';
import { jsonValue } from '#platform/database/json.ts';
import { pollJson } from './polls.access.ts';
import { mayRespondTo } from './posts.access.ts';

interface PollsTable {
  post_id: string;
  choices: string[];
  multiple: boolean;
  ends_at: Date;
  /** How many chose each of the choices. */
  votes: number[];
  /** How many people answered. */
  total: number;
}

interface PollAnswersTable {
  post_id: string;
  user_id: string;
  /** Indexes of the poll's choices, from 0 and ascending. */
  choices: number[];
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    post_polls: PollsTable;
    post_poll_answers: PollAnswersTable;
  }
}

export type NewPoll = Pick<PollsTable, 'choices' | 'multiple' | 'ends_at'>;

export async function insertPoll(tx: Tx, postId: string, poll: NewPoll): Promise<void> {
  const votes = poll.choices.map(() => 0);
  await tx
    .insertInto('post_polls')
    .values({ ...poll, post_id: postId, votes, total: 0 })
    .execute();
}

/** A poll with somebody's answer to it. */
interface FoundPoll {
  choices: number;
  multiple: boolean;
  ends_at: Date;
  mine: number[] | null;
}

/** The poll of a post that somebody may respond to, locked against other answers. */
export async function lockPoll(tx: Tx, postId: string, userId: string): Promise<FoundPoll | undefined> {
  const poll = await tx
    .selectFrom('post_polls')
    .innerJoin('posts', 'posts.id', 'post_polls.post_id')
    .select(['post_polls.multiple', 'post_polls.ends_at', sql<number>`cardinality(post_polls.choices)`.as('choices')])
    .where('posts.id', '=', postId)
    .where(mayRespondTo(row('posts'), val(userId)))
    .forNoKeyUpdate('post_polls')
    .executeTakeFirst();
  if (!poll) return undefined;
  // Read once the poll is locked, so that an answer this one waited for is seen.
  const answer = await tx
    .selectFrom('post_poll_answers')
    .select('choices')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { ...poll, mine: answer?.choices ?? null };
}

/** A poll's counts after adding or subtracting one for each choice of an answer. */
const countedVotes = (answer: 'answer' | 'gone', change: 1 | -1) =>
  sql`(select array_agg(counted.votes + case when counted.ordinality - 1 = any(${sql.ref(`${answer}.choices`)}) then ${sql.lit(change)} else 0 end
      order by counted.ordinality)
    from unnest(post_polls.votes) with ordinality counted (votes, ordinality))`;

/** Stores somebody's first answer and counts it; the poll must be locked. */
export async function insertAnswer(
  tx: Tx,
  { postId, userId, choices }: { postId: string; userId: string; choices: readonly number[] },
): Promise<void> {
  await sql`with answer as (
      insert into post_poll_answers (post_id, user_id, choices)
      values (${postId}, ${userId}, ${[...choices]}::smallint[]) returning post_id, choices
    )
    update post_polls set total = total + 1, votes = ${countedVotes('answer', 1)}
    from answer where post_polls.post_id = answer.post_id`.execute(tx);
}

/** Deletes a person's answers and subtracts them; the posts must be locked. */
export async function deleteAnswersOf(tx: Tx, userId: string): Promise<void> {
  await sql`with gone as (delete from post_poll_answers where user_id = ${userId} returning post_id, choices)
    update post_polls set total = total - 1, votes = ${countedVotes('gone', -1)}
    from gone where post_polls.post_id = gone.post_id`.execute(tx);
}

/** The contract's `poll` for a person. */
export async function readPoll(db: Db, postId: string, userId: string): Promise<Poll | undefined> {
  const found = await db
    .selectFrom('posts')
    .select(jsonValue<Poll>(pollJson(row('posts'), val(userId))).as('poll'))
    .where('posts.id', '=', postId)
    .executeTakeFirst();
  return found?.poll;
}

import type { newPoll, Poll } from '@hubbub/contract/features/posts/polls.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { z } from 'zod';
import { holdUser } from '#features/accounts/public.ts';
import { invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { refusalToRespond } from './explain.service.ts';
import { emitPostChanged } from './live.service.ts';
import { insertAnswer, lockPoll, type NewPoll, readPoll } from './polls.queries.ts';
import { mayEndAt, obstacleToAnswering, sortedAnswer } from './polls.rules.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { noPost } from './posts.rules.ts';

const refusals = {
  over: 'This poll is over.',
  unknown: 'Choose one of the answers.',
  single: 'Choose only one answer.',
  answered: "You've voted already, and your vote can't be changed.",
};

/** A new post's poll as it's stored. @throws {HttpError} 422 if it would be over already, or ends too late */
export function pollToStore(poll: z.output<typeof newPoll>, now: Date): NewPoll {
  const ends_at = new Date(poll.ends_at);
  if (!mayEndAt(ends_at, now, limits.poll.days)) {
    throw invalid({ poll: `Let the poll end in the future, within ${limits.poll.days} days.` });
  }
  return { choices: poll.choices, multiple: poll.multiple, ends_at };
}

/**
 * Answers a post's poll; the same answer again changes nothing.
 * @throws {HttpError} 404 for a post that the caller doesn't see or that has no poll; 422 for people who may not respond to it, after the
 * end, and for a different answer
 */
export async function answerPoll(
  platform: Platform,
  communities: PostCommunities,
  { userId }: Session,
  { postId, choices }: { postId: string; choices: readonly number[] },
): Promise<Poll> {
  const { db, clock } = platform;
  if (!isId(postId)) throw notFound(noPost);
  const answer = sortedAnswer(choices);
  const answered = await db.transaction(async (tx, effects) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const poll = await lockPoll(tx, postId, userId);
    if (!poll) return undefined;
    const obstacle = obstacleToAnswering(poll, answer, clock.now());
    if (obstacle) throw invalid({ choices: refusals[obstacle] });
    if (poll.mine === null) {
      await insertAnswer(tx, { postId, userId, choices: answer });
      effects.push(() => emitPostChanged(platform, { postId: postId.toLowerCase() }));
    }
    return await readPoll(tx, postId, userId);
  });
  if (!answered) throw (await refusalToRespond(platform, communities, postId, userId)) ?? notFound(noPost);
  return answered;
}

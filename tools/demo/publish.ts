import { addCommentReaction, createComment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { answerPoll, createPost, editPost, votePost } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { readAttachment } from './files.ts';
import { clientOf, findPost, postsBy, type Residents } from './find.ts';
import type { Plan } from './world.ts';
import { scheduled } from './world-data.ts';

/** How long polls are open. */
const pollDays = 14;

/** The names of a post's attachments. */
export const mediaOf = ({ media = '' }: Pick<Plan, 'media'>): string[] =>
  media.split(' ').filter((name) => name !== '');

/**
 * The plans whose posts don't exist yet. Texts change between versions, so a post whose text is in no plan counts as the first of its
 * author's plans whose text is in no post.
 */
export async function missingOf(residents: Residents, plans: readonly Plan[]): Promise<Plan[]> {
  const missing = await Promise.all(
    [...residents].map(async ([username, client]) => {
      const own = plans.filter(({ by }) => by === username);
      const texts = (await postsBy(client, username)).map(({ content }) => content);
      const planned = new Set([scheduled.text, ...own.map(({ text }) => text)]);
      const reworded = texts.filter((text) => !planned.has(text)).length;
      return own.filter(({ text }) => !texts.includes(text)).slice(reworded);
    }),
  );
  const all = new Set(missing.flat());
  return plans.filter((plan) => all.has(plan));
}

/** A text without its last sentence, which its author adds later. */
export const firstVersionOf = (text: string): string => text.slice(0, text.lastIndexOf('. ') + 1) || text;

/** Publishes a post, with its votes and comments, as planned. */
export async function publish(residents: Residents, plan: Plan): Promise<void> {
  const as = (username: string) => clientOf(residents, username);
  const form = new FormData();
  const text = plan.edited ? firstVersionOf(plan.text) : plan.text;
  form.set('content', text);
  const quoted = plan.quotes && (await findPost(residents, plan.quotes));
  if (quoted !== undefined) form.set('quote', quoted);
  if (plan.alts !== undefined) form.set('alts', JSON.stringify(plan.alts));
  if (plan.poll !== undefined) {
    const ends_at = new Date(Date.now() + pollDays * 24 * 60 * 60_000).toISOString();
    form.set('poll', JSON.stringify({ choices: plan.poll, multiple: false, ends_at }));
  }
  if (plan.community !== undefined) form.set('community', plan.community);
  for (const each of mediaOf(plan)) {
    const { name, blob } = await readAttachment(each);
    form.append('files', blob, name);
  }
  const answer = await as(plan.by).call(createPost, { form });
  if (!('post' in answer)) throw new Error('A post of the demo world was scheduled.');
  const { post } = answer;
  const params = { post_id: post.post_id };
  if (text !== plan.text) await as(plan.by).call(editPost, { params, body: { content: plan.text } });
  await Promise.all(plan.votes.map(({ by, value }) => as(by).call(votePost, { params, body: { vote_type: value } })));
  const { poll = [] } = plan;
  if (poll.length > 0)
    await Promise.all(
      plan.votes.map(({ by }) => as(by).call(answerPoll, { params, body: { choices: [by.length % poll.length] } })),
    );
  await discuss(residents, plan, post.post_id);
}

/**
 * Writes the comments one after another: a conversation has an order. The post's author replies to the last comment, whose author reacts
 * with a heart.
 */
async function discuss(residents: Residents, plan: Plan, postId: string): Promise<void> {
  const params = { post_id: postId };
  let last: { by: string; id: string } | undefined;
  for (const { by, text } of plan.comments) {
    const client = clientOf(residents, by);
    const answered = by === plan.by ? last : undefined;
    const body = { content: text, ...(answered && { parent_id: answered.id }) };
    const { comment } = await client.call(createComment, { params, body });
    if (answered) {
      const given = { comment_id: comment.comment_id, emoji: '❤️' };
      await clientOf(residents, answered.by).call(addCommentReaction, { params: given });
    } else last = by === plan.by ? undefined : { by, id: comment.comment_id };
  }
}

import { createComment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { createPost, votePost } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { readAttachment } from './files.ts';
import { clientOf, postsBy, type Residents } from './find.ts';
import type { Plan } from './world.ts';

/** The names of a post's attachments. */
export const mediaOf = ({ media = '' }: Pick<Plan, 'media'>): string[] =>
  media.split(' ').filter((name) => name !== '');

/**
 * The plans whose posts don't exist yet. Texts are reworded from one version to the next, so a post of an author's that no plan has the
 * text of stands for the first of the author's plans that no post has the text of.
 */
export async function missingOf(residents: Residents, plans: readonly Plan[]): Promise<Plan[]> {
  const missing = await Promise.all(
    [...residents].map(async ([username, client]) => {
      const own = plans.filter(({ by }) => by === username);
      const texts = (await postsBy(client, username)).map(({ content }) => content);
      const planned = new Set(own.map(({ text }) => text));
      const reworded = texts.filter((text) => !planned.has(text)).length;
      return own.filter(({ text }) => !texts.includes(text)).slice(reworded);
    }),
  );
  const all = new Set(missing.flat());
  return plans.filter((plan) => all.has(plan));
}

/** Publishes a post, with its votes and comments, as planned. */
export async function publish(residents: Residents, plan: Plan): Promise<void> {
  const as = (username: string) => clientOf(residents, username);
  const form = new FormData();
  form.set('content', plan.text);
  if (plan.community !== undefined) form.set('community', plan.community);
  for (const each of mediaOf(plan)) {
    const { name, blob } = await readAttachment(each);
    form.append('files', blob, name);
  }
  const { post } = await as(plan.by).call(createPost, { form });
  const params = { post_id: post.post_id };
  await Promise.all(plan.votes.map(({ by, value }) => as(by).call(votePost, { params, body: { vote_type: value } })));
  // One after another: a conversation has an order.
  for (const { by, text } of plan.comments) await as(by).call(createComment, { params, body: { content: text } });
}

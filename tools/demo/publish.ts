import { readFile } from 'node:fs/promises';
import { createComment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { createPost, votePost } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { type Client, DemoError } from './api.ts';
import { draw } from './pictures/draw.ts';
import type { Plan } from './world.ts';

/** A file that is ready to be sent. */
export interface Attachment {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Makes or reads what belongs to a post. */
export async function attachments({ by, text, media = '' }: Plan): Promise<Attachment[]> {
  const names = media.split(' ').filter((name) => name !== '');
  return await Promise.all(
    names.map(async (name, index): Promise<Attachment> => {
      const [kind = '', file = ''] = name.split(':');
      if (kind === 'video') return { name: `${file}.mp4`, type: 'video/mp4', bytes: await recorded(`${file}.mp4`) };
      if (kind === 'sound') return { name: `${file}.mp3`, type: 'audio/mpeg', bytes: await recorded(`${file}.mp3`) };
      const picture = await draw(name, `${by} ${text} ${index}`);
      return { name: `${kind}-${index + 1}.jpg`, type: 'image/jpeg', bytes: new Uint8Array(picture) };
    }),
  );
}

const recorded = async (name: string) => new Uint8Array(await readFile(new URL(`media/${name}`, import.meta.url)));

/** How many of the plans, from the first, have been carried out: up to the last whose post is there. */
export async function alreadyDone(residents: ReadonlyMap<string, Client>, plans: readonly Plan[]): Promise<number> {
  const there = new Set<string>();
  await Promise.all(
    [...residents].map(async ([username, client]) => {
      for (let last: string | undefined; ; ) {
        const { posts } = await client.call(getProfile, {
          params: { username },
          query: { size: 50, ...(last === undefined ? {} : { last_id: last }) },
        });
        for (const post of posts) there.add(`${username} ${post.content}`);
        last = posts.at(-1)?.post_id;
        if (posts.length < 50) return;
      }
    }),
  );
  return plans.findLastIndex(({ by, text }) => there.has(`${by} ${text}`)) + 1;
}

/** Posts, votes and comments as planned. */
export async function publish(
  residents: ReadonlyMap<string, Client>,
  plan: Plan,
  files: readonly Attachment[],
): Promise<void> {
  const as = (username: string): Client => {
    const client = residents.get(username);
    if (!client) throw new DemoError(`Nobody is called ${username} in the demo world.`);
    return client;
  };
  const form = new FormData();
  form.set('content', plan.text);
  for (const { name, type, bytes } of files) form.append('files', new Blob([bytes], { type }), name);
  const { post } = await as(plan.by).call(createPost, { form });
  const params = { post_id: post.post_id };
  await Promise.all(plan.votes.map(({ by, value }) => as(by).call(votePost, { params, body: { vote_type: value } })));
  // One after the other: a conversation has an order.
  for (const { by, text } of plan.comments) await as(by).call(createComment, { params, body: { content: text } });
}

import { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { type Client, DemoError } from './api.ts';
import type { Quoted } from './world-data.ts';

/** Everyone's client, by username. */
export type Residents = ReadonlyMap<string, Client>;

export function clientOf(residents: Residents, username: string): Client {
  const client = residents.get(username);
  if (!client) throw new DemoError(`Nobody is called ${username} in the demo world.`);
  return client;
}

/** All of somebody's own posts, newest first. */
export async function postsBy(client: Client, username: string): Promise<{ post_id: string; content: string }[]> {
  const found: { post_id: string; content: string }[] = [];
  for (let last: string | undefined; ; ) {
    const { posts } = await client.call(getProfile, {
      params: { username },
      query: { size: 50, ...(last === undefined ? {} : { last_id: last }) },
    });
    found.push(...posts);
    last = posts.at(-1)?.post_id;
    if (posts.length < 50) return found;
  }
}

/** The post's id; undefined if it's gone. */
export async function findPost(residents: Residents, { by, start }: Quoted): Promise<string | undefined> {
  const posts = await postsBy(clientOf(residents, by), by);
  return posts.find(({ content }) => content.startsWith(start))?.post_id;
}

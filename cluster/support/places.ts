import { expect } from 'vitest';
import type { Person } from './cluster.ts';

type Place = { origin: string };

/** A community with one channel, open to the role everyone gets on joining. */
export interface Community {
  handle: string;
  channel: string;
  /** Ids of its roles by name. */
  roles: Record<string, string>;
}

let founded = 0;

/** The first of these people creates it, the others join. */
export async function createCommunity(
  place: Place,
  [owner, ...members]: readonly [Person, ...Person[]],
): Promise<Community> {
  founded += 1;
  const handle = `cluster_${founded}`;
  const form = new FormData();
  form.append('name', `Cluster ${founded}`);
  form.append('handle', handle);
  const at = owner.at(place);
  expect((await at.upload('/v1/communities', form)).status).toBe(201);
  const roles: Community['roles'] = {};
  for (const { name, role_id } of (await at.get(`/v1/community/${handle}/roles`)).body.roles) roles[name] = role_id;
  const wanted = { name: 'general', roles: [roles.user] };
  const { status, body } = await at.post(`/v1/community/${handle}/channels`, wanted);
  expect(status).toBe(201);
  for (const member of members) expect((await member.at(place).post(`/v1/community/${handle}`)).status).toBe(200);
  return { handle, channel: body.channel.channel_id, roles };
}

/** Opens the conversation between two people; returns its id. */
export async function openConversation(place: Place, person: Person, other: Person): Promise<string> {
  const { status, body } = await person.at(place).post('/v1/conversations', { username: other.username });
  expect(status).toBeLessThan(300);
  return body.newConversation._id;
}

/** Shares a post, with a file if given; returns its id. */
export async function share(place: Place, person: Person, content: string, file?: File): Promise<string> {
  const form = new FormData();
  form.append('content', content);
  if (file) form.append('files', file);
  const { status, body } = await person.at(place).upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post.post_id;
}

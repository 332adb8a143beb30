import {
  createChannel,
  listChannelMessages,
  listChannels,
  sendChannelMessage,
} from '@hubbub/contract/features/channels/channels.endpoints.ts';
import {
  assignRole,
  createCommunity,
  createRole,
  joinCommunity,
  joinedCommunities,
  listMembers,
  listRoles,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { type Client, DemoError } from './api.ts';
import { readAttachment } from './files.ts';
import type { DemoCommunity } from './posts/communities.ts';

/**
 * Creates a community with its members, roles, channels and messages, as far as they're missing.
 * @returns whether anything was missing
 */
export async function gather(residents: ReadonlyMap<string, Client>, plan: DemoCommunity): Promise<boolean> {
  const as = (username: string): Client => {
    const client = residents.get(username);
    if (!client) throw new DemoError(`Nobody is called ${username} in the demo world.`);
    return client;
  };
  const creator = as(plan.by);
  const params = { handle: plan.handle };
  let changed = false;

  const { communities } = await creator.call(joinedCommunities, { query: {} });
  if (!communities.some(({ community_handle }) => community_handle === plan.handle)) {
    await creator.call(createCommunity, { form: await formOf(plan) });
    changed = true;
  }
  const { members } = await creator.call(listMembers, { params, query: {} });
  const there = new Map(members.map(({ username, roles }) => [username, new Set(roles)]));
  for (const username of plan.members) {
    if (there.has(username)) continue;
    await as(username).call(joinCommunity, { params, body: {} });
    changed = true;
  }

  const { roles } = await creator.call(listRoles, { params });
  const roleIds = new Map(roles.map(({ name, role_id }) => [name, role_id]));
  for (const { name, permissions, holders } of plan.roles ?? []) {
    let id = roleIds.get(name);
    if (id === undefined) {
      const { role } = await creator.call(createRole, { params, body: { name, permissions: [...permissions] } });
      id = role.role_id;
      roleIds.set(name, id);
      changed = true;
    }
    for (const username of holders) {
      if (there.get(username)?.has(id)) continue;
      await creator.call(assignRole, { params, body: { role_id: id, username } });
      changed = true;
    }
  }

  const { channels } = await creator.call(listChannels, { params });
  for (const plannedChannel of plan.channels) {
    let id = channels.find(({ name }) => name === plannedChannel.name)?.channel_id;
    if (id === undefined) {
      const body = { name: plannedChannel.name, roles: plannedChannel.roles.map((name) => roleIds.get(name) ?? '') };
      id = (await creator.call(createChannel, { params, body })).channel.channel_id;
      changed = true;
    }
    changed = (await say(as, creator, id, plannedChannel.said)) || changed;
  }
  return changed;
}

async function formOf({ handle, name, picture }: DemoCommunity): Promise<FormData> {
  const form = new FormData();
  form.set('name', name);
  form.set('handle', handle);
  if (picture !== undefined) {
    const { name: file, blob } = await readAttachment(picture);
    form.set('profile_pic', blob, file);
  }
  return form;
}

/** Sends the missing messages in order; each line's position is its client_id, so none is sent twice. */
async function say(
  as: (username: string) => Client,
  reader: Client,
  channelId: string,
  said: readonly string[],
): Promise<boolean> {
  const { messages } = await reader.call(listChannelMessages, { params: { channel_id: channelId }, query: {} });
  const attempts = new Set(messages.map(({ client_id }) => client_id));
  let changed = false;
  for (const [place, line] of said.entries()) {
    const client_id = `demo-${place}`;
    if (attempts.has(client_id)) continue;
    const colon = line.indexOf(': ');
    const form = new FormData();
    form.set('conversation', channelId);
    form.set('content', line.slice(colon + 2));
    form.set('client_id', client_id);
    await as(line.slice(0, colon)).call(sendChannelMessage, { form });
    changed = true;
  }
  return changed;
}

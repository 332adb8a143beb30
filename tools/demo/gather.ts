import {
  type Channel,
  createChannel,
  listChannels,
  updateChannel,
} from '@hubbub/contract/features/channels/channels.endpoints.ts';
import {
  assignRole,
  createCommunity,
  createRole,
  joinCommunity,
  joinedCommunities,
  listMembers,
  listRoles,
  type Role,
  updateCommunity,
  updateRole,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { createInvite } from '@hubbub/contract/features/site/joining.endpoints.ts';
import type { Client } from './api.ts';
import { discuss } from './discuss.ts';
import { readAttachment } from './files.ts';
import { clientOf, type Residents } from './find.ts';
import type { DemoChannel, DemoCommunity } from './world-data.ts';

/**
 * Creates a community with its members, roles, channels and messages, as far as they're missing.
 * @returns whether anything was missing
 */
export async function gather(residents: Residents, plan: DemoCommunity): Promise<boolean> {
  const isNew = await found(residents, plan);
  const members = await gatherMembers(residents, plan);
  const roles = await gatherRoles(residents, plan);
  const channels = await openChannels(residents, plan, roles.ids);
  return [isNew, members, roles.changed, channels].includes(true);
}

/** A community of an earlier version of the demo world gets the description that it didn't have. */
async function found(residents: Residents, plan: DemoCommunity): Promise<boolean> {
  const creator = clientOf(residents, plan.by);
  const { communities } = await creator.call(joinedCommunities, { query: {} });
  const known = communities.find(({ community_handle }) => community_handle === plan.handle);
  if (!known) {
    await creator.call(createCommunity, { form: await formOf(plan) });
    return true;
  }
  if (known.description !== '') return false;
  const form = new FormData();
  form.set('description', plan.description);
  await creator.call(updateCommunity, { params: { handle: plan.handle }, form });
  return true;
}

async function gatherMembers(residents: Residents, plan: DemoCommunity): Promise<boolean> {
  const creator = clientOf(residents, plan.by);
  const params = { handle: plan.handle };
  const { members } = await creator.call(listMembers, { params, query: {} });
  const there = new Set(members.map(({ username }) => username));
  const missing = plan.members.filter((username) => !there.has(username));
  if (missing.length === 0) return false;
  const body = plan.isPrivate ? { invite: await inviteTo(creator, plan.handle, missing.length) } : {};
  for (const username of missing) await clientOf(residents, username).call(joinCommunity, { params, body });
  return true;
}

/** A code that lets this many people into a private community. */
async function inviteTo(creator: Client, handle: string, uses: number): Promise<string> {
  const { invite } = await creator.call(createInvite, { body: { uses, days: 1, community_handle: handle } });
  return invite.code;
}

async function gatherRoles(
  residents: Residents,
  plan: DemoCommunity,
): Promise<{ ids: Map<string, string>; changed: boolean }> {
  const creator = clientOf(residents, plan.by);
  const params = { handle: plan.handle };
  const { roles } = await creator.call(listRoles, { params });
  const { members } = await creator.call(listMembers, { params, query: {} });
  const held = new Map(members.map(({ username, roles: ids }) => [username, new Set(ids)]));
  const ids = new Map(roles.map(({ name, role_id }) => [name, role_id]));
  let changed = await letMembersPost(creator, plan, roles);
  for (const { name, permissions, holders } of plan.roles ?? []) {
    let id = ids.get(name);
    if (id === undefined) {
      const { role } = await creator.call(createRole, { params, body: { name, permissions: [...permissions] } });
      id = role.role_id;
      ids.set(name, id);
      changed = true;
    }
    for (const username of holders) {
      if (held.get(username)?.has(id)) continue;
      await creator.call(assignRole, { params, body: { role_id: id, username } });
      changed = true;
    }
  }
  return { ids, changed };
}

async function letMembersPost(creator: Client, { handle, posts }: DemoCommunity, roles: readonly Role[]) {
  const everyone = roles.find(({ name }) => name === 'user');
  if (!posts || !everyone || everyone.permissions.includes('post:create')) return false;
  const permissions = [...everyone.permissions, 'post:create' as const];
  await creator.call(updateRole, { params: { handle, role_id: everyone.role_id }, body: { permissions } });
  return true;
}

async function openChannels(residents: Residents, plan: DemoCommunity, roleIds: ReadonlyMap<string, string>) {
  const creator = clientOf(residents, plan.by);
  const params = { handle: plan.handle };
  const channels = await channelsOf(creator, plan);
  let changed = false;
  for (const channel of plan.channels) {
    const { name, roles, isVoice } = channel;
    const known = channels.find((one) => one.name === name);
    const body = {
      name,
      roles: roles.map((role) => roleIds.get(role) ?? ''),
      ...(isVoice && { kind: 'voice' as const }),
    };
    const { channel_id: id } = known ?? (await creator.call(createChannel, { params, body })).channel;
    const said = !isVoice && (await discuss(residents, creator, id, channel));
    // Last of all, so that slow mode doesn't hold up the messages before.
    const setUp = await setUpChannel(creator, { ...params, channel_id: id }, channel, known);
    changed = !known || said || setUp || changed;
  }
  return (await orderChannels(creator, plan)) || changed;
}

/** Gives a channel those of its planned topic, category and slow mode that it doesn't have yet. @returns whether any was missing */
async function setUpChannel(
  creator: Client,
  params: { handle: string; channel_id: string },
  { topic, category, slowMode }: DemoChannel,
  known?: Channel,
): Promise<boolean> {
  const body = {
    ...(topic !== undefined && !known?.topic && { topic }),
    ...(category !== undefined && !known?.category && { category }),
    ...(slowMode !== undefined && !known?.slow_mode && { slow_mode: slowMode }),
  };
  if (Object.keys(body).length === 0) return false;
  await creator.call(updateChannel, { params, body });
  return true;
}

/** Text and voice channels. */
const channelsOf = async (creator: Client, { handle }: DemoCommunity): Promise<Channel[]> =>
  (await creator.call(listChannels, { params: { handle }, query: { voice: 'true' } })).channels;

/** Brings the channels into the order of the plan, unless somebody added channels: then they have an order of their own. */
async function orderChannels(creator: Client, plan: DemoCommunity): Promise<boolean> {
  const params = { handle: plan.handle };
  const channels = await channelsOf(creator, plan);
  const names = plan.channels.map(({ name }) => name);
  if (channels.length !== names.length || channels.every(({ name }, index) => name === names[index])) return false;
  for (const [position, name] of names.entries()) {
    const channel_id = channels.find((channel) => channel.name === name)?.channel_id ?? '';
    await creator.call(updateChannel, { params: { ...params, channel_id }, body: { position } });
  }
  return true;
}

async function formOf({ handle, name, picture, description, isPrivate }: DemoCommunity): Promise<FormData> {
  const form = new FormData();
  form.set('name', name);
  form.set('handle', handle);
  form.set('description', description);
  if (isPrivate) form.set('visibility', 'private');
  if (picture !== undefined) {
    const { name: file, blob } = await readAttachment(picture);
    form.set('profile_pic', blob, file);
  }
  return form;
}

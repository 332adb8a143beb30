import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import { messages as texts } from '../../platform/messages.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'communities';

/** The permissions that a role may have, and what each allows. */
export const permissionNames = {
  'channel:create': 'Create Channels',
  'post:create': 'Create Posts',
  'ban:users': 'Ban Members',
  'community:edit': 'Edit Community',
} as const;
export type Permission = keyof typeof permissionNames;
export const permission = z.enum(Object.keys(permissionNames) as [Permission, ...Permission[]], {
  error: "There's no such permission",
});

/** `private`: only members know of the community, and it's joined by invite only. */
export const visibility = z.enum(['public', 'private'], { error: 'A community is public or private' });
export type Visibility = z.output<typeof visibility>;

/** `joined`: whether the caller is a member. `can_post`: whether the server lets them post there. `banned`: whether a ban keeps them out. */
export const community = z
  .object({
    community_id: shapes.id,
    community_handle: z.string(),
    name: z.string(),
    profile_path: z.string(),
    member_count: z.number().int(),
    joined: z.boolean(),
    visibility,
    description: z.string(),
    can_post: z.boolean(),
    banned: z.boolean(),
  })
  .meta({ id: 'Community' });
export type Community = z.output<typeof community>;

/**
 * `mine`: whether the caller has it. `grantable`, `deletable`: whether the server lets the caller give it and take it away, or delete
 * it.
 */
export const role = z
  .object({
    role_id: shapes.id,
    name: z.string(),
    permissions: z.array(permission),
    mine: z.boolean(),
    grantable: z.boolean(),
    deletable: z.boolean(),
  })
  .meta({ id: 'Role' });
export type Role = z.output<typeof role>;

/** A member with the ids of their roles in this community. */
/** `online`: whether a device of theirs is connected; null: they and the caller don't share that. */
export const member = shapes.author
  .extend({ roles: z.array(shapes.id), online: z.boolean().nullable() })
  .meta({ id: 'Member' });
export type Member = z.output<typeof member>;

/** A name that's accepted as it is, whatever it contains, because it may be unchanged. */
const keptCommunityName = shapes.text({
  required: 'Community Name must be provided',
  max: limits.community.name.max,
  long: `Community Name should not be more than ${limits.community.name.max} characters`,
});
export const communityName = shapes.plain(keptCommunityName, 'Community Name');

const handleLength = `Community Handle should have ${limits.community.handle.min} to ${limits.community.handle.max} characters`;
export const communityHandle = z
  .string({ error: 'Community Handle must be provided' })
  .min(1, { error: 'Community Handle must be provided', abort: true })
  .min(limits.community.handle.min, { error: handleLength, abort: true })
  .max(limits.community.handle.max, { error: handleLength, abort: true })
  .regex(/^[A-Za-z0-9_]+$/, { error: 'Community Handle should only contain alphabets, numbers and underscore' });

/** What a community is about; may be blank. */
export const communityDescription = z
  .string()
  .refine((value) => codePoints(value.trim()) <= limits.community.description.max, {
    error: `A description should not be more than ${limits.community.description.max} characters`,
  })
  .refine(shapes.isStorable, { error: "The description contains a character that can't be stored" });

export const roleName = shapes.plain(
  shapes.text({
    required: 'Role name must be provided',
    max: limits.role.name.max,
    long: `A role name should not be more than ${limits.role.name.max} characters`,
  }),
  'Role name',
);

/** Asks for confirmation before a community is deleted. */
export const confirmHandle = "Type the community's handle to delete it.";

export const communityParams = z.object({ handle: z.string() });
const communities = z.object({ communities: z.array(community) });
const one = z.object({ community });

export const popularCommunities = endpoint({
  method: 'GET',
  path: '/v1/communities',
  tag,
  summary:
    'Public communities, those with the most members first: the ten largest, or with `size`, `before` or both one page of all of them',
  session: 'required',
  query: z.object({ size: shapes.page.shape.size.unwrap().optional(), before: shapes.id.optional() }),
  answer: { status: 200, body: communities },
});

export const searchCommunities = endpoint({
  method: 'GET',
  path: '/v1/communities/search',
  tag,
  summary: 'Communities by handle and name, best match first',
  session: 'required',
  query: z.object({ query: shapes.searchQuery, size: shapes.size(limits.page.communities) }),
  answer: { status: 200, body: communities },
});

export const joinedCommunities = endpoint({
  method: 'GET',
  path: '/v1/communities/joined',
  tag,
  summary: "The caller's communities, in the order of joining; with after, those joined later than that one",
  session: 'required',
  query: z.object({ size: shapes.size(limits.page.joined, limits.page.joined), after: shapes.id.optional() }),
  answer: { status: 200, body: communities },
});

export const createCommunity = endpoint({
  method: 'POST',
  path: '/v1/communities',
  tag,
  summary:
    'Create a community; the caller becomes its first member, with the roles admin and user. members_may_post gives post:create to the role user',
  session: 'required',
  multipart: {
    fields: z.object({
      name: communityName,
      handle: communityHandle,
      members_may_post: z.stringbool().default(false),
      visibility: visibility.default('public'),
      description: communityDescription.default(''),
    }),
    files: { profile_pic: { max: 1 } },
  },
  answer: { status: 201, body: one },
  errors: [409, 413, 415, 422, 507],
});

export const readCommunity = endpoint({
  method: 'GET',
  path: '/v1/communities/:handle',
  tag,
  summary: 'One community',
  session: 'required',
  params: communityParams,
  answer: { status: 200, body: one },
  errors: [404],
});

export const updateCommunity = endpoint({
  method: 'PATCH',
  path: '/v1/communities/:handle',
  tag,
  summary: "Change a community's name, handle, picture, visibility and description; requires community:edit",
  session: 'required',
  params: communityParams,
  multipart: {
    fields: z.object({
      name: keptCommunityName.optional(),
      handle: communityHandle.optional(),
      visibility: visibility.optional(),
      description: communityDescription.optional(),
      removedProfile: z.stringbool().default(false),
    }),
    files: { profile_pic: { max: 1 } },
  },
  answer: { status: 200, body: z.object({ community: z.literal('updated successfully'), updated: community }) },
  errors: [404, 409, 413, 415, 422, 507],
});

export const deleteCommunity = endpoint({
  method: 'DELETE',
  path: '/v1/communities/:handle',
  tag,
  summary: 'Delete a community with everything in it, confirmed by its handle in the body; requires community:edit',
  session: 'required',
  params: communityParams,
  body: z.object({ handle: z.string({ error: confirmHandle }) }),
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const joinCommunity = endpoint({
  method: 'POST',
  path: '/v1/community/:handle',
  tag,
  summary:
    "Join, with the role user; joining twice succeeds. A private community needs the code of an invite. The error for somebody who's banned says until when and why",
  session: 'required',
  repeatable: true,
  params: communityParams,
  body: z.object({ invite: z.string().max(200).optional() }),
  answer: { status: 200, body: one },
  errors: [404, 422],
});

export const leaveCommunity = endpoint({
  method: 'DELETE',
  path: '/v1/community/:handle',
  tag,
  summary: "Leave; leaving twice succeeds. The last member with community:edit can't leave",
  session: 'required',
  repeatable: true,
  params: communityParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const listRoles = endpoint({
  method: 'GET',
  path: '/v1/community/:handle/roles',
  tag,
  summary: "A community's roles; for its members",
  session: 'required',
  params: communityParams,
  answer: { status: 200, body: z.object({ roles: z.array(role) }) },
  errors: [404],
});

export const createRole = endpoint({
  method: 'POST',
  path: '/v1/community/:handle/roles',
  tag,
  summary: 'Create a role; requires community:edit and each of its permissions',
  session: 'required',
  params: communityParams,
  body: z.object({ name: roleName, permissions: z.array(permission).max(4).default([]) }),
  answer: { status: 201, body: z.object({ role }) },
  errors: [404, 409, 422],
});

const roleParams = communityParams.extend({ role_id: z.string() });

export const updateRole = endpoint({
  method: 'PATCH',
  path: '/v1/community/:handle/roles/:role_id',
  tag,
  summary: 'Change a role; requires community:edit and each permission that is given or taken away',
  session: 'required',
  params: roleParams,
  body: z.object({ name: roleName.optional(), permissions: z.array(permission).max(4).optional() }),
  answer: { status: 200, body: z.object({ role }) },
  errors: [404, 409, 422],
});

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/v1/community/:handle/roles/:role_id',
  tag,
  summary:
    "Delete a role; requires community:edit and each of the role's permissions. The roles admin and user stay, and so does a role that alone opens a channel",
  session: 'required',
  params: roleParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

const assignment = z.object({
  role_id: z.string({ error: 'Choose a role' }).min(1, { error: 'Choose a role' }),
  username: z.string({ error: texts.usernameRequired }).trim().min(1, { error: texts.usernameRequired }),
});

export const assignRole = endpoint({
  method: 'POST',
  path: '/v1/community/:handle/roles/user',
  tag,
  summary:
    "Give a role to a member; requires community:edit and each of the role's permissions; giving it twice succeeds",
  session: 'required',
  params: communityParams,
  body: assignment,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const removeRole = endpoint({
  method: 'DELETE',
  path: '/v1/community/:handle/roles/user',
  tag,
  summary:
    "Take a role from a member; requires community:edit and each of the role's permissions; taking it twice succeeds",
  session: 'required',
  params: communityParams,
  body: assignment,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const myRoles = endpoint({
  method: 'GET',
  path: '/v1/community/:handle/user/roles',
  tag,
  summary: "The ids of the caller's roles in a community",
  session: 'required',
  params: communityParams,
  answer: { status: 200, body: z.object({ roles: z.array(shapes.id) }) },
  errors: [404],
});

export const myPermissions = endpoint({
  method: 'GET',
  path: '/v1/community/:handle/permissions',
  tag,
  summary: "The caller's permissions in a community",
  session: 'required',
  params: communityParams,
  answer: { status: 200, body: z.object({ permissions: z.array(permission) }) },
  errors: [404],
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/v1/community/:handle/members',
  tag,
  summary:
    'Members in the order of joining, a page at a time; next is the after of the next page, null at the end. For members',
  session: 'required',
  params: communityParams,
  query: z.object({
    size: shapes.size(limits.page.members, limits.page.members),
    after: z.string().max(64).optional(),
    query: shapes.searchQuery,
  }),
  answer: {
    status: 200,
    body: z.object({ members: z.array(member), member_count: z.number().int(), next: z.string().nullable() }),
  },
  errors: [404],
});

import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'relations';
const session = 'required';

const params = z.object({ username: z.string().min(1).max(200) });
const done = { status: 200, body: shapes.empty } as const;

const before = z
  .string()
  .regex(/^\d{1,18}$/, { error: "before must be the previous page's next" })
  .optional();
const query = z.object({ size: shapes.size(limits.page.relations, limits.page.relations), before });
const followsQuery = z.object({ size: shapes.size(limits.page.list, limits.page.listMax), before });
const list = {
  status: 200,
  body: z.object({ users: z.array(shapes.author), next: z.string().nullable() }),
} as const;

export const blockUser = endpoint({
  method: 'PUT',
  path: '/v1/users/:username/block',
  tag,
  summary: "Block a person: neither sees the other's posts, comments and profile, or can message the other",
  session,
  repeatable: true,
  params,
  answer: done,
  errors: [404, 422],
});

export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/v1/users/:username/block',
  tag,
  summary: 'Unblock a person',
  session,
  repeatable: true,
  params,
  answer: done,
  errors: [404],
});

export const muteUser = endpoint({
  method: 'PUT',
  path: '/v1/users/:username/mute',
  tag,
  summary: "Mute a person: their posts disappear from the caller's feed, and they aren't told",
  session,
  repeatable: true,
  params,
  answer: done,
  errors: [404, 422],
});

export const unmuteUser = endpoint({
  method: 'DELETE',
  path: '/v1/users/:username/mute',
  tag,
  summary: 'Unmute a person',
  session,
  repeatable: true,
  params,
  answer: done,
  errors: [404],
});

export const listBlocks = endpoint({
  method: 'GET',
  path: '/v1/blocks',
  tag,
  summary: "People the caller has blocked, the latest first; with before, the previous page's next, those before",
  session,
  query,
  answer: list,
});

export const listMutes = endpoint({
  method: 'GET',
  path: '/v1/mutes',
  tag,
  summary: "People the caller has muted, the latest first; with before, the previous page's next, those before",
  session,
  query,
  answer: list,
});

const followed = {
  status: 200,
  body: z.object({ following: z.boolean(), follower_count: z.int() }),
} as const;

export const followUser = endpoint({
  method: 'PUT',
  path: '/v1/users/:username/follow',
  tag,
  summary: "Follow a person: their posts are in the caller's feed of people they follow",
  session,
  repeatable: true,
  params,
  answer: followed,
  errors: [404, 422],
});

export const unfollowUser = endpoint({
  method: 'DELETE',
  path: '/v1/users/:username/follow',
  tag,
  summary: 'Stop following a person',
  session,
  repeatable: true,
  params,
  answer: followed,
  errors: [404],
});

/** `following`: the caller follows them; `followed_by`: they follow the caller. */
const listedPerson = shapes.author.extend({ following: z.boolean(), followed_by: z.boolean() });
const follows = {
  status: 200,
  body: z.object({ users: z.array(listedPerson), next: z.string().nullable() }),
} as const;

export const listFollowers = endpoint({
  method: 'GET',
  path: '/v1/users/:username/followers',
  tag,
  summary: "A person's followers, the latest first; with before, the previous page's next, those before",
  session,
  params,
  query: followsQuery,
  answer: follows,
  errors: [404],
});

export const listFollowing = endpoint({
  method: 'GET',
  path: '/v1/users/:username/following',
  tag,
  summary: "The people somebody follows, the latest first; with before, the previous page's next, those before",
  session,
  params,
  query: followsQuery,
  answer: follows,
  errors: [404],
});

import * as bans from '@hubbub/contract/features/communities/bans.endpoints.ts';
import * as calls from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { sendPicture } from '#features/media/public.ts';
import { cursorOf, numericCursorOf } from '#platform/cursors.ts';
import { invalid } from '#platform/errors/errors.ts';
import { type Http, route, statementRoute } from '#platform/http/route.ts';
import { perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import { banFromCommunity, liftBan, listBans, removeFromCommunity } from './bans.service.ts';
import {
  getCommunity,
  joinCommunity,
  leaveCommunity,
  listJoined,
  listMembers,
  listPopular,
  searchCommunities,
} from './communities.service.ts';
import { inviteCommunities, pictureOfInvite } from './invite-communities.service.ts';
import { joinByInvite } from './joining.service.ts';
import {
  assignRole,
  createRole,
  deleteRole,
  listOwnPermissions,
  listOwnRoles,
  listRoles,
  removeRole,
  updateRole,
} from './roles.service.ts';
import { createCommunity, deleteCommunity, updateCommunity } from './settings.service.ts';

const lastCommunity = "the community_id of the previous page's last community";

const reading = { limits: [perPerson('reads')] };
const writing = { limits: [perPerson('writes')] };
const tooMany = () => invalid({ profile_pic: messages.onePicture });

/** The calls for communities, their roles and their members. */
export function registerCommunitiesRoutes(http: Http): void {
  const { platform } = http;
  registerBansRoutes(http);
  registerRolesRoutes(http);
  const communities = inviteCommunities(platform);

  statementRoute(http, calls.popularCommunities, reading, ({ query, tokenHash }) =>
    listPopular(platform, tokenHash, { ...query, before: cursorOf(query.before, lastCommunity) }),
  );

  statementRoute(http, calls.searchCommunities, { limits: [perPerson('search')] }, ({ query, tokenHash }) =>
    searchCommunities(platform, tokenHash, query),
  );

  statementRoute(http, calls.joinedCommunities, reading, ({ query: { size, after }, tokenHash }) =>
    listJoined(platform, tokenHash, { size, before: cursorOf(after, lastCommunity, 'after') }),
  );

  statementRoute(http, calls.readCommunity, reading, ({ params, tokenHash }) =>
    getCommunity(platform, tokenHash, params.handle),
  );

  // Until it's withdrawn, used up or expired, an invite shows the community's picture, even without a session.
  http.fastify.get<{ Params: { code: string } }>('/media/invites/:code', async (request, reply) => {
    await platform.limits.enforce([perAddress('invite-codes')], { address: request.ip, userId: null });
    const path = await pictureOfInvite(platform, communities, request.params.code);
    return await sendPicture(platform, request, reply, path);
  });

  route(
    http,
    calls.createCommunity,
    { limits: [perPerson('writes'), perPerson('communities')] },
    async ({ session, readForm }) => ({
      community: await createCommunity(platform, session, (takeFile) => readForm(takeFile, tooMany)),
    }),
  );

  route(http, calls.updateCommunity, writing, async ({ session, readForm, params }) => ({
    community: 'updated successfully' as const,
    updated: await updateCommunity(platform, session, params.handle, (takeFile) => readForm(takeFile, tooMany)),
  }));

  route(http, calls.deleteCommunity, writing, async ({ session, params, body }) => {
    await deleteCommunity(platform, session, { handle: params.handle, typed: body.handle });
    return {};
  });

  statementRoute(http, calls.joinCommunity, writing, ({ params: { handle }, body: { invite }, tokenHash }) =>
    invite === undefined
      ? joinCommunity(platform, tokenHash, handle)
      : joinByInvite(platform, communities, tokenHash, { handle, code: invite }),
  );

  route(http, calls.leaveCommunity, writing, async ({ session, params }) => {
    await leaveCommunity(platform, session, params.handle);
    return {};
  });

  statementRoute(http, calls.listMembers, reading, ({ params: { handle }, query: { after, ...page }, tokenHash }) =>
    listMembers(platform, tokenHash, {
      ...page,
      handle,
      before: numericCursorOf(after, "the previous page's next", 'after'),
    }),
  );
}

/** Bans, and removing members. */
function registerBansRoutes(http: Http): void {
  const { platform } = http;

  route(http, bans.listBans, reading, async ({ session, params, query }) => ({
    bans: await listBans(platform, session, params.handle, query),
  }));

  route(
    http,
    bans.banMember,
    { limits: [perPerson('writes'), perPerson('bans')] },
    async ({ session, params, body }) => ({
      ban: await banFromCommunity(platform, session, params, body),
    }),
  );

  route(http, bans.unbanMember, writing, async ({ session, params }) => {
    await liftBan(platform, session, params);
    return {};
  });

  route(http, bans.removeMember, writing, async ({ session, params }) => {
    await removeFromCommunity(platform, session, params);
    return {};
  });
}

/** Roles, their holders, and their permissions. */
function registerRolesRoutes(http: Http): void {
  const { platform } = http;

  statementRoute(http, calls.listRoles, reading, ({ params, tokenHash }) =>
    listRoles(platform, tokenHash, params.handle),
  );

  route(http, calls.createRole, writing, async ({ session, params, body }) => ({
    role: await createRole(platform, session, params.handle, body),
  }));

  route(http, calls.updateRole, writing, async ({ session, params, body }) => ({
    role: await updateRole(platform, session, params, body),
  }));

  route(http, calls.deleteRole, writing, async ({ session, params }) => {
    await deleteRole(platform, session, params);
    return {};
  });

  route(http, calls.assignRole, writing, async ({ session, params, body }) => {
    await assignRole(platform, session, params.handle, body);
    return {};
  });

  route(http, calls.removeRole, writing, async ({ session, params, body }) => {
    await removeRole(platform, session, params.handle, body);
    return {};
  });

  statementRoute(http, calls.myRoles, reading, ({ params, tokenHash }) =>
    listOwnRoles(platform, tokenHash, params.handle),
  );

  statementRoute(http, calls.myPermissions, reading, ({ params, tokenHash }) =>
    listOwnPermissions(platform, tokenHash, params.handle),
  );
}

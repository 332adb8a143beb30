import * as calls from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { type Http, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { follow, listFollows, unfollow } from './follows.service.ts';
import { addRelation, listRelations, removeRelation } from './relations.service.ts';

const reads = { limits: [perPerson('reads')] };
const writes = { limits: [perPerson('writes')] };

/** The calls about the people somebody follows, blocks and mutes. */
export function registerRelationsRoutes(http: Http): void {
  const { platform } = http;

  route(http, calls.blockUser, writes, async ({ session, params }) => {
    await addRelation(platform, session, 'block', params.username);
    return {};
  });
  route(http, calls.unblockUser, writes, async ({ session, params }) => {
    await removeRelation(platform, session, 'block', params.username);
    return {};
  });
  route(http, calls.muteUser, writes, async ({ session, params }) => {
    await addRelation(platform, session, 'mute', params.username);
    return {};
  });
  route(http, calls.unmuteUser, writes, async ({ session, params }) => {
    await removeRelation(platform, session, 'mute', params.username);
    return {};
  });

  route(http, calls.followUser, { limits: [perPerson('writes'), perPerson('follows')] }, ({ session, params }) =>
    follow(platform, session, params.username),
  );
  route(http, calls.unfollowUser, writes, ({ session, params }) => unfollow(platform, session, params.username));
  statementRoute(http, calls.listFollowers, reads, ({ params, query, tokenHash }) =>
    listFollows(platform, tokenHash, 'followers', { ...params, ...query }),
  );
  statementRoute(http, calls.listFollowing, reads, ({ params, query, tokenHash }) =>
    listFollows(platform, tokenHash, 'following', { ...params, ...query }),
  );

  statementRoute(http, calls.listBlocks, reads, ({ query, tokenHash }) =>
    listRelations(platform, tokenHash, 'block', query),
  );
  statementRoute(http, calls.listMutes, reads, ({ query, tokenHash }) =>
    listRelations(platform, tokenHash, 'mute', query),
  );
}

/** What other features may use from communities. */
import type {} from './communities.events.ts';

export { ownMemberships } from './archive.queries.ts';
export { updateBan } from './bans.queries.ts';
export { banMember, unbanMember } from './bans.service.ts';
export { listCommunitiesOf } from './cards.queries.ts';
export { standingIn } from './cards.service.ts';
export {
  isMemberOf,
  responsibleFor,
  seesEverybody,
  shareCommunity,
  sharePrivateCommunity,
} from './communities.access.ts';
export { lockCommunityById } from './communities.queries.ts';
export { announceChange } from './communities.realtime.ts';
export { explainableCommunities, explainMembership, explainPermission } from './explain.service.ts';
export {
  findMember as memberFacts,
  findMembers as listMemberFacts,
  fromHome,
  homeOfMember,
} from './members.queries.ts';
export { guardCommunityPictures } from './pictures.queries.ts';
export { communityIdOf, handlesOf, isPublic } from './reportable.queries.ts';
export { reportableCommunities } from './reportable.service.ts';
export { countRolesAmong } from './roles.queries.ts';
export { enterCommunity, type Home, lacksPermission, notForYou } from './roles.service.ts';

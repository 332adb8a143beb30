/** What other features may use from the site. */
import type {} from './site.events.ts';

export { findAnnouncementFor } from './announcement.queries.ts';
export { ownInvites } from './archive.queries.ts';
export { audit } from './audit.service.ts';
export { communityOfInvite, type InviteCommunities, useCommunityInvite } from './invites.service.ts';
export { byTeam, findManaged, lockManaged } from './managing.service.ts';
export { siteRoleOf } from './roles.queries.ts';
export { isLastOwner, refusalOf, requireSiteRole, roleOf } from './roles.service.ts';
export { listRules } from './rules.queries.ts';
export {
  actingRole,
  canWork,
  hasTeamBesides,
  isNotSuspended,
  isOnTeam,
  standsAbove,
} from './site.access.ts';
export { findSite } from './site.queries.ts';
export { outranks, type SiteStanding } from './site.rules.ts';

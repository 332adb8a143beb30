/** What other features may use from the site. */
export type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
export { type AuditEntry, audit, type FindNames } from './audit.service.ts';
export { type InvitePlaces, useCommunityInvite } from './invites.service.ts';
export type { CountReports } from './people.service.ts';
export { siteRoleOf } from './roles.queries.ts';
export { lacksSiteRole, requireSiteRole } from './roles.service.ts';
export { listRules } from './rules.queries.ts';
export { hasTeamBesides, isOnTeam } from './site.access.ts';
export { findSite } from './site.queries.ts';
export { isAdmin, isModerator, outranks, type SiteStanding } from './site.rules.ts';

/** What other features may use from communities. */
import type {} from './communities.events.ts';

export { type BanDecision, banMember, unbanMember } from './bans.service.ts';
export { announceChange } from './communities.realtime.ts';
export { homeOfMember, withHome } from './members.queries.ts';
export { countRolesAmong } from './roles.queries.ts';
export { enterCommunity, lacksPermission, notForYou } from './roles.service.ts';

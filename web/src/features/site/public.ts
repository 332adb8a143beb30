export { About } from '#features/site/About.tsx';
export { AnnouncementForm } from '#features/site/AnnouncementForm.tsx';
export { AskForLink } from '#features/site/AskForLink.tsx';
export { AuditLog } from '#features/site/AuditLog.tsx';
export { DataLocations } from '#features/site/DataLocations.tsx';
export { FirstInvite } from '#features/site/FirstInvite.tsx';
export { IdentityForm } from '#features/site/IdentityForm.tsx';
export { InviteCard } from '#features/site/InviteCard.tsx';
export { InviteOnly } from '#features/site/InviteOnly.tsx';
export { InvitesSection } from '#features/site/InvitesSection.tsx';
export { inviteOptions } from '#features/site/invites.data.ts';
export { Overview } from '#features/site/Overview.tsx';
export { PeopleSection } from '#features/site/PeopleSection.tsx';
export { useRefreshPeople } from '#features/site/people.data.ts';
export { solveProof } from '#features/site/proof.data.ts';
export { RegistrationForm } from '#features/site/RegistrationForm.tsx';
export { RequestsSection } from '#features/site/RequestsSection.tsx';
export { RulesForm } from '#features/site/RulesForm.tsx';
export { RulesToAccept } from '#features/site/RulesToAccept.tsx';
export { SecondFactorNotice } from '#features/site/SecondFactorNotice.tsx';
export { SiteLinks } from '#features/site/SiteLinks.tsx';
export { SiteLogo, SiteMark, useSiteName } from '#features/site/SiteLogo.tsx';
export { SitePageText } from '#features/site/SitePageText.tsx';
export { SiteSecurityLog } from '#features/site/SiteSecurityLog.tsx';
export { SiteSettings } from '#features/site/SiteSettings.tsx';
export { keepSetUpCode, takeSetUpCode } from '#features/site/set-up-code.ts';
export { siteOptions, useGraceDays, useSiteTitle } from '#features/site/site.data.ts';
export { howToJoin, sitePageTitles } from '#features/site/site.rules.ts';
export {
  overviewOptions,
  useSetUpSite,
  useUpdateSite,
} from '#features/site/team.data.ts';

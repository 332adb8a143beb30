export { InviteCard } from '#features/site/InviteCard.tsx';
export { InviteOnly } from '#features/site/InviteOnly.tsx';
export { InvitesSection } from '#features/site/InvitesSection.tsx';
export { inviteOptions } from '#features/site/invites.data.ts';
export { PeopleSection } from '#features/site/PeopleSection.tsx';
export { solveProof } from '#features/site/proof.data.ts';
export { RequestsSection } from '#features/site/RequestsSection.tsx';
export { siteOptions } from '#features/site/site.data.ts';

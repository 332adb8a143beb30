export { InviteCard } from '#features/site/InviteCard.tsx';
export { InviteOnly } from '#features/site/InviteOnly.tsx';
export { inviteOptions } from '#features/site/invites.data.ts';
export { solveProof } from '#features/site/proof.data.ts';
export { siteOptions } from '#features/site/site.data.ts';

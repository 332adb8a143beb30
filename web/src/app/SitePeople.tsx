import { ConfirmHost } from '#features/accounts/public.ts';
import { PersonExportDialog } from '#features/archives/public.ts';
import { ExplainDialog, liftSuspension, ReportsAbout, SuspendDialog } from '#features/moderation/public.ts';
import { PeopleSection } from '#features/site/public.ts';

const moderation = { ExplainDialog, SuspendDialog, ReportsAbout, PersonExportDialog, liftSuspension };

/** The site's people, with what moderation can do about them. */
export const SitePeople = () => (
  <>
    <PeopleSection moderation={moderation} />
    <ConfirmHost />
  </>
);

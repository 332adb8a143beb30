import { ConfirmHost } from '#features/accounts/public.ts';
import { PersonExportDialog } from '#features/archives/public.ts';
import { ExplainDialog, ReportsAbout, SuspendDialog, useLiftSuspension } from '#features/moderation/public.ts';
import { PeopleSection, useRefreshPeople } from '#features/site/public.ts';

const dialogs = { ExplainDialog, SuspendDialog, ReportsAbout, PersonExportDialog };

/** The site's people, with what moderation can do about them. */
export function SitePeople() {
  const { mutate: liftSuspension } = useLiftSuspension(useRefreshPeople());
  return (
    <>
      <PeopleSection moderation={{ ...dialogs, liftSuspension }} />
      <ConfirmHost />
    </>
  );
}

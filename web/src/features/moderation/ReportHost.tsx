import { useEffect } from 'react';
import { openReport, reporting } from '#features/moderation/report-store.ts';
import { useStoredUser } from '#platform/session.ts';
import { useStore } from '#platform/store.ts';
import { lateOverlay } from '#ui/late/late.tsx';

const LateReportDialog = lateOverlay(
  async () => (await import('#features/moderation/ReportDialog.tsx')).ReportDialog,
  'The report form',
);

/** Draws the dialog that menus open, once for the app. Its code loads on demand. */
export function ReportHost() {
  const reported = useStore(reporting);
  const isSignedIn = useStoredUser() !== null;
  // What's written in it is a draft.
  useEffect(() => {
    if (!isSignedIn) openReport(undefined);
  }, [isSignedIn]);
  if (reported === undefined) return null;
  return (
    <LateReportDialog
      key={`${reported.kind} ${reported.id}`}
      reported={reported}
      onClose={() => openReport(undefined)}
    />
  );
}

import { useEffect } from 'react';
import { answerConfirm, confirming } from '#features/accounts/confirm-store.ts';
import { useStore } from '#platform/store.ts';
import { lateOverlay } from '#ui/late/late.tsx';

const LateConfirmDialog = lateOverlay(
  async () => (await import('#features/accounts/ConfirmDialog.tsx')).ConfirmDialog,
  'The password form',
);

/** Draws the dialog for calls that need a confirmed session, once per page. Its code loads on demand. */
export function ConfirmHost() {
  // Leaving the page cancels.
  useEffect(() => () => answerConfirm(false), []);
  return useStore(confirming) ? <LateConfirmDialog onClose={() => answerConfirm(false)} /> : null;
}

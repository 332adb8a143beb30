import { useEffect } from 'react';
import { followVisits, useInstallHint } from '#app/install-hint.ts';
import { NewVersion } from '#app/NewVersion.tsx';
import { ReportHost } from '#features/moderation/public.ts';
import { keepStorage } from '#platform/device.ts';
import { startWorker } from '#platform/worker.ts';
import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { late } from '#ui/late/late.tsx';
import { ToastHost } from '#ui/toast/ToastHost.tsx';

const InstallHint = late(async () => (await import('#app/InstallHint.tsx')).default, {
  name: 'How to install the app',
  failed: () => null,
  waiting: () => null,
});

/** Alerts, toasts, the report form, and the offers of a new version and to install the app, which float above every page. */
export function Floating() {
  const hint = useInstallHint();
  useEffect(() => {
    void startWorker();
    keepStorage();
    followVisits();
  }, []);
  return (
    <>
      <ReportHost />
      <AlertHost />
      <ToastHost />
      <NewVersion />
      {hint !== null && <InstallHint hint={hint} />}
    </>
  );
}

import { useEffect } from 'react';
import { NewVersion } from '#app/NewVersion.tsx';
import { ReportHost } from '#features/moderation/public.ts';
import { keepStorage } from '#platform/device.ts';
import { startWorker } from '#platform/worker.ts';
import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { ToastHost } from '#ui/toast/ToastHost.tsx';

/** Alerts, toasts, the report form, and the offer of a new version, which float above every page. */
export function Floating() {
  useEffect(() => {
    void startWorker();
    keepStorage();
  }, []);
  return (
    <>
      <ReportHost />
      <AlertHost />
      <ToastHost />
      <NewVersion />
    </>
  );
}

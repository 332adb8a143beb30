import { ReportHost } from '#features/moderation/public.ts';
import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { ToastHost } from '#ui/toast/ToastHost.tsx';

/** Alerts, toasts and the report form, which float above every page. */
export function Floating() {
  return (
    <>
      <ReportHost />
      <AlertHost />
      <ToastHost />
    </>
  );
}

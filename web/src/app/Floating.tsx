import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { ToastHost } from '#ui/toast/ToastHost.tsx';

/** Alerts and toasts, which float above every page. */
export function Floating() {
  return (
    <>
      <AlertHost />
      <ToastHost />
    </>
  );
}

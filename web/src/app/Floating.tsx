import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { ToastHost } from '#ui/toast/ToastHost.tsx';

/** What floats above every page: alerts and toasts. */
export function Floating() {
  return (
    <>
      <AlertHost />
      <ToastHost />
    </>
  );
}

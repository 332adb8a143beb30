import { useOnline } from '#platform/online.ts';
import { useSettledConnection } from '#platform/settled-connection.ts';

/** One line above every page while the network blocks the live connection. */
export function BlockedNotice() {
  const isChecking = useSettledConnection() === 'checking';
  const online = useOnline();
  return (
    <div role="status" className="shrink-0">
      {isChecking && online && (
        <p className="border-line border-b bg-raised px-4 py-1.5 text-center text-muted text-sm">
          Live updates are blocked on this network. Checking every few seconds.
        </p>
      )}
    </div>
  );
}

import { WifiOff } from 'lucide-react';
import { forgetsUnused } from '#platform/device.ts';
import { useOnline } from '#platform/online.ts';
import { useSettledConnection } from '#platform/settled-connection.ts';
import { retryConnection } from '#platform/socket.ts';
import { useStoredAge } from '#platform/stored-answers.ts';
import { forgetsText } from '#platform/unsent.rules.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** A notice above messages while the live connection is down: what's happening, and what the person can do. */
export function ConnectionNotice() {
  const state = useSettledConnection();
  const online = useOnline();
  const age = useStoredAge();
  const away = state === 'retrying' || state === 'down' || !online;
  const lost = online ? 'Connection lost.' : "You're offline.";
  return (
    <div role="status">
      {away && (
        <div
          data-connection-notice
          className="flex min-h-10 items-center justify-center gap-x-3 border-line border-b bg-raised px-4 py-1 text-center text-sm"
        >
          {state === 'retrying' && online ? (
            <Spinner size={16} />
          ) : (
            <WifiOff size={16} aria-hidden="true" className="shrink-0" />
          )}
          <span>
            {age === null ? lost : `${age}.`}{' '}
            {state === 'retrying' && online ? 'Reconnecting…' : "We'll send your messages when you reconnect."}
            {!online && forgetsUnused() && ` ${forgetsText}`}
          </span>
          {state === 'down' && online && (
            <button
              type="button"
              onClick={retryConnection}
              className="inline-flex min-h-8 items-center rounded-sm font-semibold text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              Reconnect now
            </button>
          )}
        </div>
      )}
    </div>
  );
}

import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOnline } from '#platform/online.ts';
import { type Connection, retryConnection, useConnection } from '#platform/socket.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** Milliseconds that a connection may be away before it is worth a word. */
const patience = 1_200;

/** The state, but a connection that comes back within a moment was never away. */
function useSettled(state: Connection): Connection {
  const [settled, setSettled] = useState(state);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state), state === 'online' || state === 'down' ? 0 : patience);
    return () => clearTimeout(timer);
  }, [state]);
  return settled;
}

/** A line above messages while the live connection is not there: what is known, and what a person can do. */
export function ConnectionNotice() {
  const state = useSettled(useConnection());
  const online = useOnline();
  const away = state === 'retrying' || state === 'down' || !online;
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
            {online ? 'The connection was lost.' : 'You are offline.'}{' '}
            {state === 'retrying' && online
              ? 'Connecting again…'
              : 'What you write is sent when the connection is back.'}
          </span>
          {state === 'down' && online && (
            <button
              type="button"
              onClick={retryConnection}
              className="inline-flex min-h-8 items-center rounded-sm font-semibold text-accent-text underline-offset-4 hover:underline"
            >
              Connect now
            </button>
          )}
        </div>
      )}
    </div>
  );
}

import { useEffect, useState } from 'react';
import { type Connection, useConnection } from '#platform/socket.ts';

/** Milliseconds of lost connection before it's worth mentioning. */
const settleMs = 1_200;

/** The connection's state, ignoring connections that come back within a moment. */
export function useSettledConnection(): Connection {
  const state = useConnection();
  const [settled, setSettled] = useState(state);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state), state === 'online' || state === 'down' ? 0 : settleMs);
    return () => clearTimeout(timer);
  }, [state]);
  return settled;
}

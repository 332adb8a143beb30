import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** How long a notification's Answer waits for the call to be known here, in milliseconds. */
const longest = 10_000;

/** The conversation whose call the person has answered from a notification, which led here with `#answer`; undefined: none. */
export function useAnswer(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [room, setRoom] = useState<string>();
  useEffect(() => {
    if (hash !== '#answer') return;
    setRoom(new URLSearchParams(search).get('conversation') ?? undefined);
    // Coming back to this page mustn't answer the next call.
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  useEffect(() => {
    if (room === undefined) return;
    const timer = setTimeout(() => setRoom(undefined), longest);
    return () => clearTimeout(timer);
  }, [room]);
  return room;
}

import { useLocation, useSearchParams } from 'react-router';

/** The one room that's searched, if it is: its id, and its name as far as it's known. */
export function useSearchedRoom(): { id: string; name: string } | undefined {
  const id = useSearchParams()[0].get('room');
  const { state } = useLocation();
  if (id === null) return undefined;
  const name: unknown = state?.roomName;
  return { id, name: typeof name === 'string' ? name : 'This room' };
}
